// Tries all faults of a trace, or a sample of them, one after the other.
#pragma once

#include "faults/trial.h"

#include <unordered_set>

namespace cts::faults {

struct BatchOptions {
  ompt_abi::version profile = ompt_abi::version::v52;
  u64 sample = 1; // one fault in so many
  u64 seed = 1;
  std::string match;
  std::unordered_set<std::string> without; // faults that need not be tried any more
  bool verdicts = false;                   // print them as well
};

// Prints on standard output, fields separated by tabs,
//
//   trace  DIRECTORY  complete|incomplete|unusable  faults  rule@event,…
//   K|S|R|C|H  FAULT  rule@event,…
//
// With `verdicts` a fourth field has the verdict (verdict_json.h) if it exceeds that on the true
// trace. The first line has the breaches of the true trace; each fault that changes something has a
// line. A validator that crashes or hangs on a fault is an outcome of that fault. Returns why it
// had to stop, or nothing: the printed lines are valid.
std::string run_batch(const std::string &trace, const BatchOptions &options);

} // namespace cts::faults
