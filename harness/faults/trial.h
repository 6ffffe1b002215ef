// The validator's findings on a faulty trace that the true trace does not have.
#pragma once

#include "faults/fault.h"
#include "faults/scratch.h"
#include "validator/validator.h"

#include <map>
#include <set>

namespace cts::faults {

enum class Outcome : char {
  killed = 'K', // a rule was found broken that is not broken at that place in the true trace
  survived = 'S',
  unchanged = '-', // the fault changes nothing in this trace
  refused = 'R',   // no rule, but the trace is no longer one that can be judged
  crashed = 'C',
  hung = 'H',
};

struct Result {
  Outcome outcome = Outcome::survived;
  std::vector<std::string> rules; // "rule@event", the event at which it showed
  std::string verdict; // as ompt-validate writes it, on one line: where rules are broken in another
                       // way, or more often, than in the true trace, and Trial was to keep it
};

class Trial {
public:
  // Judges the true trace first. The scratch directory is in memory where the system has that.
  Trial(const History &history, ompt_abi::version profile, const std::string &scratch,
        bool keeps_verdicts = false);

  // Rules that the true trace breaks.
  const std::set<std::string> &baseline() const { return baseline_.events; }
  bool complete() const { return complete_; }
  Result run(const Fault &fault);

private:
  // The places where rules are broken: "rule@event" and, closer, "rule@event/variant"; and the
  // sorts of the findings: "rule@event:sort".
  struct Places {
    std::set<std::string> events, variants, sorts;
  };
  Verdict judge() const;
  std::string text_of(const Verdict &verdict) const;
  Places places(const Verdict &verdict) const;
  static std::map<std::string, u64> counts(const Verdict &verdict);

  const History &history_;
  ompt_abi::version profile_;
  Scratch scratch_;
  bool keeps_verdicts_;
  Places baseline_;
  std::map<std::string, u64> broken_; // how often the true trace breaks each rule
  bool complete_ = false;
};

} // namespace cts::faults
