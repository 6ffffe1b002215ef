// The patterns of cts.h: the events that a test program's note means, and the conditions on them.
#pragma once

#include "trace/reader.h"

#include <map>
#include <string>
#include <vector>

namespace cts {

class SourceLines;

// The data that a pattern may use besides the event itself.
struct PatternContext {
  u32 current_task = 0; // "current"
  u64 within = 0;       // "inside": a bit for each event in whose regions that task is
  std::map<std::string, u64, std::less<>> *variables = nullptr; // "$name"; bound at first use
  SourceLines *sources = nullptr;                               // "@function=", "@lines="
  std::string_view runtime{}; // the file of the runtime's library; empty: unknown
};

// "event condition…". The syntax is described in suites/include/cts.h.
class Pattern {
public:
  // Returns false, with the reason, if the text is not a pattern.
  bool parse(std::string_view text, std::string &error);

  u8 event() const { return event_; }
  // The events whose regions must, or must not, contain the task: one bit for each.
  u64 asks_inside() const;
  // Whether all conditions hold for this event (which must be of event()). With bind set, a
  // variable without a value is bound if all other conditions hold; otherwise it equals nothing.
  bool holds(const RawEvent &raw, const PatternContext &context, bool bind) const;
  // The first condition that does not hold, as written, and the value found instead: none if the
  // condition concerns the regions around the event.
  struct Violated {
    std::string condition, found;
  };
  Violated violated(const RawEvent &raw, const PatternContext &context) const;

private:
  enum class Operator : u8 { equal, unequal, less, less_equal, greater, greater_equal, set, clear };
  struct Condition {
    std::string field;
    int element = -1; // of a list
    bool of_function = false;
    std::pair<int, int> lines{}; // "@lines="; 0: none
    u8 inside = 0;               // "inside=": the region's event; 0: none
    Operator op = Operator::equal;
    std::string text; // as written, for messages
    struct Value {
      u64 number = 0;
      bool current = false, null = false, nonnull = false;
      std::string variable, string;
    };
    std::vector<Value> values; // alternatives
  };
  class Evaluation;
  class ConditionReader;

  u8 event_ = 0;
  std::vector<Condition> conditions_;
};

// "selector => assertion": the assertion has the selector's event.
bool parse_expectation(std::string_view text, Pattern &selector, Pattern &assertion,
                       std::string &error);

} // namespace cts
