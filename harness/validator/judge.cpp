#include "validator/judge.h"

#include "ompt_abi/tables.h"

#include <algorithm>
#include <bit>

namespace cts {
namespace {

// Keep no more findings of one rule than a person would read, but the first of each sort under each
// set of circumstances, so that known findings do not hide new ones. Count the rest.
constexpr u64 findings_kept = 8, sorts_kept = 32;

std::size_t index_of(ompt_abi::version version) {
  for (std::size_t i = 0; i < std::size(ompt_abi::all_versions); ++i)
    if (ompt_abi::all_versions[i] == version)
      return i;
  return 0;
}

// Whether the rule applies to a callback with this registration answer. An optional rule needs the
// promise. A pairing rule also applies with sometimes_paired. A rule about an argument applies to
// every callback that arrives. A mandatory callback is always due.
bool demanded(const RuleInfo &rule, Level level, Answer answer) {
  if (answer == Answer::unknown)
    return true;
  if (answer == Answer::error || answer == Answer::never || answer == Answer::impossible)
    return false;
  if (level == Level::mandatory || answer == Answer::always)
    return true;
  return rule.kind == Kind::argument || rule.kind == Kind::identifier ||
         (rule.kind == Kind::pairing && answer == Answer::sometimes_paired);
}

} // namespace

Level level_in(Rule rule, ompt_abi::version profile) { return info(rule).level[index_of(profile)]; }

Judge::Judge(ompt_abi::version profile) : profile_(profile) { set_active(); }

void Judge::registered(u8 callback, Answer answer) {
  answers_[callback % answers_.size()] = answer;
  // The catalogue names the classic form of a target callback. If the other form is registered,
  // that form's answer counts.
  const auto *info = ompt_abi::find_callback(u64{callback});
  if (info && info->counterpart && !info->emi)
    deprecated_ |= u64{1} << callback;
  if (info && info->counterpart && answers_[info->counterpart] == Answer::unknown)
    answers_[info->counterpart] = answer;
}

void Judge::set_active() {
  const std::size_t profile = index_of(profile_);
  u64 promises = 0;
  for (std::size_t callback = 0; callback < answers_.size(); ++callback)
    promises |= u64{answers_[callback] == Answer::always} << callback;
  promises |= u64{cancellation_off_} << ompt_abi::ompt_callback_cancel;
  for (const Rule which : every_rule()) {
    const RuleInfo &rule = info(which);
    const Level level = rule.level[profile];
    bool due = rule.events == 0;
    for (u64 rest = rule.events; rest && !due; rest &= rest - 1) {
      // From 6.0 on, only the emi forms of target callbacks require the answer always.
      const bool may_be_partial =
          profile_ >= ompt_abi::version::v60 && (deprecated_ & rest & -rest) != 0;
      due = demanded(rule, may_be_partial && level == Level::mandatory ? Level::optional : level,
                     answers_[static_cast<std::size_t>(std::countr_zero(rest))]);
    }
    active_[static_cast<std::size_t>(which)] =
        due && level != Level::none && (rule.needs & ~promises) == 0;
  }
}

void Judge::report(Rule rule, Message message) {
  const auto index = static_cast<std::size_t>(rule);
  const Level level = level_in(rule, profile_);
  // A breach of an implementation defined rule, or of a rule that does not apply, is no finding.
  if (level == Level::implementation_defined || !active_[index])
    return;
  const bool remark = level == Level::advisory || message.remark || !blames_;
  const Severity severity = remark ? Severity::remark : Severity::error;
  if (severity == Severity::error)
    ++failed_[index];
  const EventRef at = message.shown.valid() ? message.shown : now_;
  const u64 here = circumstances_ ? circumstances_(at.thread) : 0;
  std::string sort = message.sort();
  u64 kept = 0;
  Finding *last = nullptr, *same = nullptr;
  for (std::size_t i = 0; i < findings_.size(); ++i)
    if (findings_[i].rule == rule) {
      ++kept;
      last = &findings_[i];
      same = last->sort == sort && last->here == here ? last : same;
    }
  if (kept >= findings_kept && (same || kept >= sorts_kept)) {
    ++(same ? same : last)->occurrences;
    return;
  }
  Finding &finding = findings_.emplace_back();
  finding.rule = rule;
  finding.severity = severity;
  finding.breach = message.kind;
  finding.sort = std::move(sort);
  finding.message = message.sentence();
  finding.facts = std::move(message.facts);
  finding.because = std::move(message.because);
  finding.witness = {at};
  finding.here = here;
  for (const EventRef event : message.about)
    if (std::find(finding.witness.begin(), finding.witness.end(), event) == finding.witness.end())
      finding.witness.push_back(event);
}

} // namespace cts
