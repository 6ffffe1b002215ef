// Counts how often the machines exercise and violate each rule, and collects the findings.
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
  std::vector<EventRef> witness; // the event that first showed it, then the contradicted event
  u64 here = 0;                  // the circumstances (circumstances.h) that held at that event
  u64 occurrences = 1;           // how often the rule was violated; only the first few are kept
};

// The rule's level in that version.
Level level_in(Rule rule, ompt_abi::version profile);

// The runtime's answer to the registration of a callback.
enum class Answer : u8 { unknown, error, never, impossible, sometimes, sometimes_paired, always };

// Counts every rule. A rule that the profile lacks, or whose event the runtime did not promise, is
// never violated.
class Judge {
public:
  explicit Judge(ompt_abi::version profile);

  // The registration answer decides which rules of a callback apply, from the next set_active on.
  void registered(u8 callback, Answer answer);
  Answer answer(u8 callback) const { return answers_[callback]; }
  // True if the runtime promised every occurrence of this callback.
  bool promised(u8 callback) const { return answers_[callback] == Answer::always; }
  // True if an observed end surely belongs to the begin observed last.
  bool paired(u8 callback) const {
    return promised(callback) || answers_[callback] == Answer::sometimes_paired;
  }
  // cancel-var is false for the whole run: the absence of cancel events proves that nothing is
  // cancelled, whatever the runtime promised about such events.
  void cancellation_is_off() { cancellation_off_ = true; }
  void set_active();
  // The process was forked from one that used OpenMP, which no specification covers: later findings
  // are remarks.
  void blame_nobody() { blames_ = false; }
  // Whether the trace tells which constructs were cancelled.
  bool tells_cancellation() const {
    return cancellation_off_ || promised(ompt_abi::ompt_callback_cancel);
  }
  ompt_abi::version profile() const { return profile_; }
  bool applies(Rule rule) const { return active_[static_cast<std::size_t>(rule)]; }

  // Judges the current event by the rule and counts the rule as exercised. If the rule does not
  // hold, calls `say` for the finding's Message and returns false.
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
  // The rule holds.
  void held(Rule rule) { ++exercised_[static_cast<std::size_t>(rule)]; }
  // The rule is violated.
  template <class Say> void violated(Rule rule, Say &&say) { require(rule, false, say); }
  template <class Say> void violated(Say &&say) { require(false, say); }

  // For a finding that must wait for later events: counts the rule as exercised; returns false if
  // it is violated, and report() then gives the finding later.
  bool check(Rule rule, bool holds) {
    held(rule);
    return holds || !applies(rule);
  }
  // Cold: kept apart from the code that every event passes, which must fit into a processor's first
  // cache.
  [[gnu::cold]] void report(Rule rule, Message message);
  // The event of findings that name no other event.
  void now_judging(EventRef event) { now_ = event; }
  EventRef judging() const { return now_; }

  // Sets the function that gives a thread's circumstances (by its stream's number); without it
  // there are none.
  void knows(std::function<u64(u32)> circumstances) { circumstances_ = std::move(circumstances); }

  u64 exercised(Rule rule) const {
    return applies(rule) ? exercised_[static_cast<std::size_t>(rule)] : 0;
  }
  u64 failed(Rule rule) const { return failed_[static_cast<std::size_t>(rule)]; }
  const std::vector<Finding> &findings() const { return findings_; }

private:
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
