// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a finding says: what is wrong, the steps of the reasoning, and the events that show it.
// docs/message-style.md says how it is worded.
#pragma once

#include "validator/event_ref.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string>
#include <utility>
#include <vector>

namespace cts {

// Costly to make, and so made only where a rule is violated:
// `judge.require(rule, holds, [&] { return Message("expected {}, found {}", due, shown); })`.
struct Message {
  explicit Message(std::string text_) : text(std::move(text_)) {}
  explicit Message(const char *text_) : text(text_) {}
  template <class First, class... Rest>
  explicit Message(fmt::format_string<First, Rest...> format, First &&first, Rest &&...rest)
      : text(fmt::format(format, std::forward<First>(first), std::forward<Rest>(rest)...)) {}

  // Adds a step of the reasoning, and the event that it is about.
  Message &why(std::string reason, EventRef about = {}) &;
  Message &&why(std::string reason, EventRef about = {}) && {
    return std::move(why(std::move(reason), about));
  }
  // It showed at this event, and not at the one that is being judged.
  Message &&at(EventRef event) && {
    shown = event;
    return std::move(*this);
  }

  // A text that may be read in another way as well: a remark, whatever the level of its rule.
  Message &&as_remark() && {
    remark = true;
    return std::move(*this);
  }

  std::string text;
  bool remark = false;
  std::vector<std::string> because;
  EventRef shown;
  std::vector<EventRef> about;
};

} // namespace cts
