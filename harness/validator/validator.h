// The validator: one pass over a trace that shows every event to every machine that handles it.
#pragma once

#include "trace/merge.h"
#include "validator/judge.h"

#include <functional>
#include <string>

namespace cts {

// The trace's information about the runtime that made it.
struct Verdict {
  ompt_abi::version profile{};
  u64 events = 0;
  u64 threads = 0;
  u64 dropped = 0;
  bool complete = false;  // all events are there: the tool was initialized, the process or the
                          // runtime came to its end, nothing was dropped, nothing is damaged
  bool beginning = false; // not complete, but all events before some moment are there: the
                          // process was killed, replaced or left by _exit, or a limit was reached
  bool damaged = false;   // the files differ from the recording: then no runtime is blamed
  std::string damage;     // why it is not complete
  std::vector<Finding> findings;
  u64 shown = 0;               // circumstances, at any time
  std::array<u64, 256> seen{}; // events, by their code
  std::array<u64, rule_slots> exercised{};
  std::array<u64, rule_slots> failed{};
};

// Judges the trace by the rules of the profile. Memory grows with the live objects of the trace,
// not with its length. Thread safe for different traces.
Verdict validate(const Trace &trace, ompt_abi::version profile);
// The same for a growing trace, until its process has ended. New findings call `found` with all
// findings so far, while the events that they name can still be read.
Verdict validate(LiveTrace &live, ompt_abi::version profile,
                 const std::function<void(const std::vector<Finding> &)> &found);

} // namespace cts
