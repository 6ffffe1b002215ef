// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What machines say when a rule is exercised or broken, and what becomes of it.
#pragma once

#include "ompt_abi/version.h"
#include "rules/rules.h"
#include "trace/types.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <string>
#include <vector>

namespace cts {

// An event of the trace, by where it stands.
struct EventRef {
  static constexpr u32 no_thread = ~u32{0};
  u32 thread = no_thread;
  u64 position = 0;

  bool valid() const { return thread != no_thread; }
  friend bool operator==(const EventRef &, const EventRef &) = default;
};

enum class Severity : u8 { remark, error };

// One contradiction between the trace and a rule.
struct Finding {
  Rule rule{};
  Severity severity = Severity::error;
  std::string message;
  std::vector<std::string> because;
  std::vector<EventRef> witness; // the event at which it showed first, then what it contradicts
  u64 occurrences = 1;           // how often the rule was broken; only the first few are kept

  // Adds a step of the reasoning, and the event that it is about.
  Finding &why(std::string reason, EventRef about = {}) {
    because.push_back(std::move(reason));
    if (about.valid() && std::find(witness.begin(), witness.end(), about) == witness.end())
      witness.push_back(about);
    return *this;
  }
};

// A message without its numbers, identifiers, addresses, texts and flags: what sort of thing is
// wrong.
std::string sort_of(std::string_view message);

// How the runtime answered the registration of a callback.
enum class Answer : u8 { unknown, error, never, impossible, sometimes, sometimes_paired, always };

// Keeps count of every rule. A rule that the profile does not have, or whose event the runtime did
// not promise, is never broken.
class Judge {
public:
  explicit Judge(ompt_abi::version profile);

  // The registration answer decides what may be demanded of a callback's rules.
  void registered(u8 callback, Answer answer);
  Answer answer(u8 callback) const { return answers_[callback]; }
  // True if the runtime promised every occurrence of this callback.
  bool promised(u8 callback) const { return answers_[callback] == Answer::always; }
  ompt_abi::version profile() const { return profile_; }
  bool applies(Rule rule) const { return active_[static_cast<std::size_t>(rule)]; }

  // Counts the rule as exercised; true if it is broken, which must then be reported.
  bool broken(Rule rule, bool holds) {
    const auto index = static_cast<std::size_t>(rule);
    ++exercised_[index];
    if (holds) [[likely]]
      return false;
    return active_[index];
  }
  // Starts a finding at the event that is being judged. The reference lives until the next one.
  // Cold: what leads here is kept apart from the code that every event passes, which must fit into
  // a processor's first cache.
  [[gnu::cold]] Finding &report(Rule rule, std::string message);
  [[gnu::cold]] Finding &report(Rule rule, std::string message, EventRef at);
  // The event that report() means.
  void now_judging(EventRef event) { now_ = event; }

  u64 exercised(Rule rule) const {
    return applies(rule) ? exercised_[static_cast<std::size_t>(rule)] : 0;
  }
  u64 failed(Rule rule) const { return failed_[static_cast<std::size_t>(rule)]; }
  const std::vector<Finding> &findings() const { return findings_; }

private:
  void set_active();

  ompt_abi::version profile_;
  std::array<Answer, 64> answers_{};
  std::array<u64, rule_count> exercised_{};
  std::array<u64, rule_count> failed_{};
  std::bitset<rule_count> active_;
  std::vector<Finding> findings_;
  std::vector<std::string> sorts_; // of their messages
  Finding overflow_;               // takes what is reported beyond the limit
  EventRef now_;
};

} // namespace cts
