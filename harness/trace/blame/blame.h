// Who makes threads wait? The time that a thread waits is charged to the code that other threads
// execute meanwhile (blame shifting: the 2016 technical report on OMPT, "Events for Blame
// Shifting"): for a mutex to the one that holds it, in a barrier to the members that have not come
// yet, where tasks are awaited to those who execute them, and in the pool to all that work.
#pragma once

#include "trace/blame/waiting.h"
#include "trace/reader.h"

namespace cts::blame {

// So long was waited, in all threads together, for this code.
struct Charge {
  Waiting waiting;
  std::vector<std::string> code; // functions and places of the program, outermost first
  double seconds = 0;
};

struct Result {
  std::vector<Charge> charges;  // the gravest first
  double waited = 0, alive = 0; // seconds of all threads
  double nobody = 0;            // waited while no thread did anything that was waited for
  u64 samples = 0;
  std::string damage; // the trace's, if it could not be read to its end
};

// Reads the whole trace, twice; memory grows with its samples. Code is told from samples where the
// trace has them, else from the construct that the events say a thread is in.
Result blame(const Trace &trace);

} // namespace cts::blame
