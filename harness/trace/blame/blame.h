// Who makes threads wait? The time that a thread waits is charged to the code that other threads
// execute meanwhile (blame shifting: the 2016 technical report on OMPT, "Events for Blame
// Shifting"): for a mutex to its holder, in a barrier to the members that are missing, for awaited
// tasks to the threads that execute them, and in the pool to all working threads.
#pragma once

#include "trace/blame/waiting.h"
#include "trace/reader.h"

#include <functional>

namespace cts::blame {

struct Cause {
  Waiting waiting;
  std::vector<std::string> code; // functions and places of the program, outermost first
  auto operator<=>(const Cause &) const = default;
};
// The time that all threads together waited for this code.
struct Charge : Cause {
  double seconds = 0;
};

struct Result {
  std::vector<Charge> charges;  // the gravest first
  double waited = 0, alive = 0; // seconds of all threads
  double nobody = 0;            // waited while no thread executed awaited code
  u64 samples = 0;
  std::string damage; // of the trace, if it could not be read to its end
};

// A thread waits, from one event of the run to the next.
struct Waited {
  u32 thread = 0;
  u64 begin = 0, end = 0;       // stamps
  const Cause *cause = nullptr; // the same object for the same cause, for as long as blame() runs
  std::vector<u32> threads;     // the awaited ones; the cause is the first one's
};

// Reads the whole trace, twice; memory does not grow with its length. The code comes from samples,
// or, in a trace without them, from the construct that a thread is in. Passes on each wait.
Result blame(const Trace &trace, const std::function<void(const Waited &)> &passes_on = {});

} // namespace cts::blame
