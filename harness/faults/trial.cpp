#include "faults/trial.h"

#include "validator/verdict_json.h"

#include <algorithm>
#include <fmt/format.h>

namespace cts::faults {

Trial::Trial(const History &history, ompt_abi::version profile, const std::string &scratch,
             bool keeps_verdicts)
    : history_(history), profile_(profile), scratch_(history, scratch),
      keeps_verdicts_(keeps_verdicts) {
  const Verdict verdict = judge();
  baseline_ = places(verdict);
  broken_ = counts(verdict);
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

std::string Trial::text_of(const Verdict &verdict) const {
  std::string error;
  const auto trace = Trace::open(scratch_.directory(), error);
  std::string text = trace ? verdict_json(*trace, verdict) : "";
  std::erase(text, '\n'); // only between values: texts escape it as two characters
  return text;
}

// A place is named by the kind of event, not by its number, because the fault changes the numbers.
Trial::Places Trial::places(const Verdict &verdict) const {
  std::map<std::pair<u32, u64>, std::string> found;
  for (const Finding &finding : verdict.findings)
    if (finding.severity == Severity::error && finding.witness.front().valid())
      found[{finding.witness.front().thread, finding.witness.front().position}] = {};
  std::string error;
  const auto trace = found.empty() ? std::nullopt : Trace::open(scratch_.directory(), error);
  std::optional<StreamReader> reader;
  RawEvent raw;
  Record record;
  u64 position = 0;
  for (auto &[place, variant] : found) {
    if (!reader || reader->thread() != place.first) {
      reader = trace->stream(place.first);
      position = 0;
    }
    for (; position <= place.second && reader->next(raw); ++position) {
    }
    variant = decode(raw, record) ? variant_of(record) : event::label(raw.code);
  }
  Places places;
  for (const Finding &finding : verdict.findings)
    if (finding.severity == Severity::error) {
      const EventRef &at = finding.witness.front();
      const std::string variant = at.valid() ? found[{at.thread, at.position}] : "end";
      const std::string id{info(finding.rule).id};
      places.events.insert(fmt::format("{}@{}", id, variant.substr(0, variant.find('/'))));
      places.variants.insert(fmt::format("{}@{}", id, variant));
      places.sorts.insert(
          fmt::format("{}@{}:{}", id, variant.substr(0, variant.find('/')), finding.sort));
    }
  return places;
}

std::map<std::string, u64> Trial::counts(const Verdict &verdict) {
  std::map<std::string, u64> counts;
  for (const Rule rule : every_rule())
    counts[std::string(info(rule).id)] = verdict.failed[static_cast<std::size_t>(rule)];
  return counts;
}

Result Trial::run(const Fault &fault) {
  const auto edit = apply(history_, fault);
  if (!edit)
    return {.outcome = Outcome::unchanged, .rules = {}, .verdict = {}};
  scratch_.write(*edit);
  const Verdict verdict = judge();
  Result result;
  const Places found = places(verdict);
  std::set<std::string> rules;
  for (const std::string &place : found.events)
    if (!baseline_.events.contains(place))
      rules.insert(place);
  // A rule that this runtime already breaks at some events of a kind can still find another breach:
  // at a variant where the true trace does not break it, and more often than there. (The fault may
  // turn one variant into another, or double an event.)
  const auto now = counts(verdict);
  for (const std::string &place : found.variants) {
    const std::string id = place.substr(0, place.find('@'));
    if (!baseline_.variants.contains(place) && now.at(id) > broken_.at(id))
      rules.insert(place.substr(0, place.find('/')));
  }
  // Also a finding with another sort than the true trace's.
  for (const std::string &place : found.sorts)
    if (!baseline_.sorts.contains(place))
      rules.insert(place.substr(0, place.find(':')));
  result.rules.assign(rules.begin(), rules.end());
  if (!result.rules.empty())
    result.outcome = Outcome::killed;
  else if (complete_ && !verdict.complete)
    result.outcome = Outcome::refused;
  const bool more = std::ranges::any_of(
      now, [this](const auto &rule) { return rule.second > broken_.at(rule.first); });
  if (keeps_verdicts_ && (more || !result.rules.empty()))
    result.verdict = text_of(verdict);
  return result;
}

} // namespace cts::faults
