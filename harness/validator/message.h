// The text of a finding: the breach, the steps of the reasoning, and the events that prove it.
// docs/message-style.md fixes the wording.
#pragma once

#include "rules/rules.h"
#include "validator/event_ref.h"
#include "validator/facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace cts {

// One way of breaking a rule: a key of `breach` in rules/.
struct BreachKind {
  std::string_view id;
  std::string_view says; // {name} is a fact
};

struct Named {
  std::string_view name;
  const fact::made &fact;
};

// A breach with its facts, the steps of the reasoning, and the events that prove it. A message is
// costly to make, and is made only if a rule is violated.
struct Message {
  Message(const BreachKind &kind_, std::initializer_list<Named> facts_);

  // Adds a step of the reasoning, and the event of that step.
  Message &why(std::string reason, EventRef about = {}) &;
  Message &&why(std::string reason, EventRef about = {}) && {
    return std::move(why(std::move(reason), about));
  }
  // The breach appeared at this event, and not at the event under judgement.
  Message &&at(EventRef event) && {
    shown = event;
    return std::move(*this);
  }

  // The specification may be read in another way: a remark, whatever the level of its rule.
  Message &&as_remark() && {
    remark = true;
    return std::move(*this);
  }

  // For a person; no program reads it back.
  std::string sentence() const;
  // The breach and its distinguishing facts, as a pattern of expectations/ has it: "several
  // flags=loop".
  std::string sort() const;

  const BreachKind *kind;
  std::vector<Fact> facts;
  bool remark = false;
  std::vector<std::string> because;
  EventRef shown;
  std::vector<EventRef> about;
};

// The Message of one type of breach. Each is a type of the generated header of
// its chapter, with a member for each fact and the functions below (CTS_BREACH):
//
//   judge.require(holds, [&] {
//     return cancel_one_of::several{.flags = e.flags}.why("it began here", begin);
//   });
template <class Breach> struct Said : Message {
  using Message::Message;
  using Message::why;
  using breach = Breach;

  Said &&why(std::string reason, EventRef event = {}) && {
    Message::why(std::move(reason), event);
    return std::move(*this);
  }
  Said &&at(EventRef event) && {
    shown = event;
    return std::move(*this);
  }
  Said &&as_remark() && {
    remark = true;
    return std::move(*this);
  }
};

// The functions of a generated type, whose facts follow; a macro because a type with a base could
// not be made as {.flags = …}.
#define CTS_BREACH(Self, id, says, ...)                                                            \
  static constexpr ::cts::BreachKind row{id, says};                                                \
  using breach = Self;                                                                             \
  ::cts::Said<Self> said() const { return {row, {__VA_ARGS__}}; }                                  \
  operator ::cts::Message() const { return said(); }                                               \
  ::cts::Said<Self> why(std::string reason, ::cts::EventRef event = {}) const {                    \
    return said().why(std::move(reason), event);                                                   \
  }                                                                                                \
  ::cts::Said<Self> at(::cts::EventRef event) const { return said().at(event); }                   \
  ::cts::Said<Self> as_remark() const { return said().as_remark(); }

} // namespace cts
