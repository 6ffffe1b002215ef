// What machines say when a rule is exercised or violated, and what becomes of it.
#pragma once

#include "ompt_abi/enums.h"
#include "ompt_abi/version.h"
#include "rules/rules.h"
#include "validator/message.h"

#include <array>
#include <bitset>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

namespace cts {

enum class Severity : u8 { remark, error };

// One contradiction between the trace and a rule.
struct Finding {
  Rule rule{};
  Severity severity = Severity::error;
  const BreachKind *breach = nullptr;
  std::vector<Fact> facts;
  std::string sort;    // what findings of one sort have in common
  std::string message; // for a person
  std::vector<std::string> because;
  std::vector<EventRef> witness; // the event at which it showed first, then what it contradicts
  u64 here = 0;                  // the circumstances (circumstances.h) that held at that event
  u64 occurrences = 1;           // how often the rule was violated; only the first few are kept
};

// The rule's level in that version.
Level level_in(Rule rule, ompt_abi::version profile);

// How the runtime answered the registration of a callback.
enum class Answer : u8 { unknown, error, never, impossible, sometimes, sometimes_paired, always };

// Keeps count of every rule. A rule that the profile does not have, or whose event the runtime did
// not promise, is never violated.
class Judge {
public:
  explicit Judge(ompt_abi::version profile);

  // The registration answer decides what may be demanded of a callback's rules.
  void registered(u8 callback, Answer answer);
  Answer answer(u8 callback) const { return answers_[callback]; }
  // True if the runtime promised every occurrence of this callback.
  bool promised(u8 callback) const { return answers_[callback] == Answer::always; }
  // True if an end that is seen belongs to the begin that was seen last, and not to one left out.
  bool paired(u8 callback) const {
    return promised(callback) || answers_[callback] == Answer::sometimes_paired;
  }
  // cancel-var is false for the whole run: that no cancel event comes tells that nothing is
  // cancelled, whatever the runtime promised of such events.
  void cancellation_is_off();
  // The process was forked from one that used OpenMP, of which no text speaks: what is found from
  // now on is a remark.
  void blame_nobody() { blames_ = false; }
  // Does the trace tell what was cancelled?
  bool tells_cancellation() const {
    return cancellation_off_ || promised(ompt_abi::ompt_callback_cancel);
  }
  ompt_abi::version profile() const { return profile_; }
  bool applies(Rule rule) const { return active_[static_cast<std::size_t>(rule)]; }

  // The rule says something about the event that is being judged, and is counted as exercised.
  // Where it does not hold, `say` is called for the Message of a finding. False if there is one.
  template <class Say> bool require(Rule rule, bool holds, Say &&say) {
    if (check(rule, holds)) [[likely]]
      return true;
    report(rule, say());
    return false;
  }
  // The same for a breach of one rule.
  template <class Say> bool require(bool holds, Say &&say) {
    return require(std::invoke_result_t<Say>::breach::rule, holds, say);
  }
  // It holds.
  void held(Rule rule) { ++exercised_[static_cast<std::size_t>(rule)]; }
  // It does not.
  template <class Say> void violated(Rule rule, Say &&say) { require(rule, false, say); }
  template <class Say> void violated(Say &&say) { require(false, say); }

  // For a finding that must wait until more is known: counts the rule as exercised; false if it is
  // violated, which report() says later.
  bool check(Rule rule, bool holds) {
    held(rule);
    return holds || !applies(rule);
  }
  // Cold: what leads here is kept apart from the code that every event passes, which must fit into
  // a processor's first cache.
  [[gnu::cold]] void report(Rule rule, Message message);
  // The event that findings are about which name no other.
  void now_judging(EventRef event) { now_ = event; }
  EventRef judging() const { return now_; }

  // What tells the circumstances on a thread (its stream's number); without it there are none.
  void knows(std::function<u64(u32)> circumstances) { circumstances_ = std::move(circumstances); }

  u64 exercised(Rule rule) const {
    return applies(rule) ? exercised_[static_cast<std::size_t>(rule)] : 0;
  }
  u64 failed(Rule rule) const { return failed_[static_cast<std::size_t>(rule)]; }
  const std::vector<Finding> &findings() const { return findings_; }

private:
  void set_active();

  ompt_abi::version profile_;
  std::array<Answer, 64> answers_{};
  u64 deprecated_ = 0; // callbacks that were registered in the form without emi
  bool cancellation_off_ = false;
  bool blames_ = true;
  std::array<u64, rule_slots> exercised_{};
  std::array<u64, rule_slots> failed_{};
  std::bitset<rule_slots> active_;
  std::vector<Finding> findings_;
  EventRef now_;
  std::function<u64(u32)> circumstances_;
};

} // namespace cts
