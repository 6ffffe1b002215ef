// The validator: one pass over a trace, every event shown to every machine that cares for it.
#pragma once

#include "trace/merge.h"
#include "validator/judge.h"

#include <functional>
#include <string>

namespace cts {

// What a trace says of the runtime that made it.
struct Verdict {
  ompt_abi::version profile{};
  u64 events = 0;
  u64 threads = 0;
  u64 dropped = 0;
  bool complete = false; // all that happened is there: the tool was initialized, the process or the
                         // runtime came to its end, nothing was dropped, nothing is damaged
  bool beginning = false; // not complete, but all that happened before some moment is there: the
                          // process was killed, replaced or left by _exit, or a limit was reached
  bool damaged = false;   // what is there is not what was recorded: then nobody is blamed
  std::string damage;     // why it is not complete
  std::vector<Finding> findings;
  u64 shown = 0;               // circumstances, at any time
  std::array<u64, 256> seen{}; // events, by their code
  std::array<u64, rule_slots> exercised{};
  std::array<u64, rule_slots> failed{};
};

// Judges the trace under the rules of the profile. Memory grows with what is alive in the trace,
// not with its length. Thread safe for different traces.
Verdict validate(const Trace &trace, ompt_abi::version profile);
// The same of a trace that grows, until its process has ended. `found` is called when there are new
// findings, with all so far: while the events that they name can still be read.
Verdict validate(LiveTrace &live, ompt_abi::version profile,
                 const std::function<void(const std::vector<Finding> &)> &found);

} // namespace cts
