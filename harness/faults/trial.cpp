// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "faults/trial.h"

#include <fmt/format.h>

namespace cts::faults {

Trial::Trial(const History &history, ompt_abi::version profile, const std::string &scratch)
    : history_(history), profile_(profile), scratch_(history, scratch) {
  const Verdict verdict = judge();
  baseline_ = places(verdict);
  complete_ = verdict.complete;
}

Verdict Trial::judge() const {
  std::string error;
  const auto trace = Trace::open(scratch_.directory(), error);
  if (trace)
    return validate(*trace, profile_);
  Verdict verdict;
  verdict.damage = error;
  return verdict;
}

// A place is named by the kind of event and not by its number: the fault moves the numbers.
std::set<std::string> Trial::places(const Verdict &verdict) const {
  std::map<std::pair<u32, u64>, u8> codes;
  for (const Finding &finding : verdict.findings)
    if (finding.severity == Severity::error && finding.witness.front().valid())
      codes[{finding.witness.front().thread, finding.witness.front().position}] = 0;
  std::string error;
  const auto trace = codes.empty() ? std::nullopt : Trace::open(scratch_.directory(), error);
  std::optional<StreamReader> reader;
  RawEvent raw;
  u64 position = 0;
  for (auto &[place, code] : codes) {
    if (!reader || reader->thread() != place.first) {
      reader = trace->stream(place.first);
      position = 0;
    }
    for (; position <= place.second && reader->next(raw); ++position) {
    }
    code = raw.code;
  }
  std::set<std::string> places;
  for (const Finding &finding : verdict.findings)
    if (finding.severity == Severity::error) {
      const EventRef &at = finding.witness.front();
      places.insert(
          fmt::format("{}@{}", info(finding.rule).id,
                      at.valid() ? event::label(codes[{at.thread, at.position}]) : "end"));
    }
  return places;
}

Result Trial::run(const Fault &fault) {
  const auto edit = apply(history_, fault);
  if (!edit)
    return {Outcome::unchanged, {}};
  scratch_.write(*edit);
  const Verdict verdict = judge();
  Result result;
  for (const std::string &place : places(verdict))
    if (!baseline_.contains(place))
      result.rules.push_back(place);
  if (!result.rules.empty())
    result.outcome = Outcome::killed;
  else if (complete_ && !verdict.complete)
    result.outcome = Outcome::refused;
  return result;
}

} // namespace cts::faults
