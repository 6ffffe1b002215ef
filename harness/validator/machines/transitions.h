// A machine's states as a table for readers and documentation: one row for every state and trigger,
// with the violated rule where the step is illegal.
#pragma once

#include "rules/rules.h"

#include <array>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <string_view>

namespace cts {

// State and Trigger are enumerations from 0, each ending in `count`.
template <class State, class Trigger> struct Transition {
  State from;
  Trigger on;
  State to;
  std::optional<Rule> violated = std::nullopt;
};

// The same, for a step by index.
template <class State, class Trigger> class TransitionTable {
public:
  struct Step {
    State to{};
    Rule violated{};
    bool legal = true;
  };
  // A table with a missing or a duplicate row does not compile.
  template <std::size_t n>
  consteval explicit TransitionTable(const std::array<Transition<State, Trigger>, n> &rows) {
    static_assert(n == states * triggers, "one row for every state and trigger");
    std::array<bool, states * triggers> seen{};
    for (const auto &row : rows) {
      const std::size_t at = index(row.from, row.on);
      if (seen[at])
        throw "a state and trigger have two rows";
      seen[at] = true;
      steps_[at] = {row.to, row.violated.value_or(Rule{}), !row.violated};
    }
  }
  constexpr const Step &operator()(State state, Trigger trigger) const {
    return steps_[index(state, trigger)];
  }

private:
  static constexpr std::size_t states = static_cast<std::size_t>(State::count);
  static constexpr std::size_t triggers = static_cast<std::size_t>(Trigger::count);
  static constexpr std::size_t index(State state, Trigger trigger) {
    return static_cast<std::size_t>(state) * triggers + static_cast<std::size_t>(trigger);
  }
  std::array<Step, states * triggers> steps_{};
};

// The rows as a Mermaid state diagram; an illegal step has the rule that it violates.
template <class State, class Trigger, std::size_t n, std::size_t states, std::size_t triggers>
std::string diagram(const std::array<Transition<State, Trigger>, n> &rows,
                    const std::array<std::string_view, states> &state_names,
                    const std::array<std::string_view, triggers> &trigger_names) {
  std::string text = "stateDiagram-v2\n";
  for (const auto &row : rows)
    text += fmt::format("  {} --> {}: {}{}\n", state_names[static_cast<std::size_t>(row.from)],
                        state_names[static_cast<std::size_t>(row.to)],
                        trigger_names[static_cast<std::size_t>(row.on)],
                        row.violated ? fmt::format(" (violates {})", info(*row.violated).id) : "");
  return text;
}

} // namespace cts
