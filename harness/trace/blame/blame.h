// Who makes threads wait? The time that a thread waits is charged to the code that other threads
// execute meanwhile (blame shifting: the 2016 technical report on OMPT, "Events for Blame
// Shifting"): for a mutex to its holder, in a barrier to the members that are missing, for awaited
// tasks to the threads that execute them, and in the pool to all working threads.
#pragma once

#include "trace/blame/waiting.h"
#include "trace/reader.h"

namespace cts::blame {

// The time that all threads together waited for this code.
struct Charge {
  Waiting waiting;
  std::vector<std::string> code; // functions and places of the program, outermost first
  double seconds = 0;
};

struct Result {
  std::vector<Charge> charges;  // the gravest first
  double waited = 0, alive = 0; // seconds of all threads
  double nobody = 0;            // waited while no thread executed awaited code
  u64 samples = 0;
  std::string damage; // of the trace, if it could not be read to its end
};

// Reads the whole trace, twice; memory grows with its samples. The code comes from samples, or, in
// a trace without them, from the construct that a thread is in.
Result blame(const Trace &trace);

} // namespace cts::blame
