// The patterns of cts.h: which events a note of a test program means, and what must hold of them.
#pragma once

#include "trace/reader.h"

#include <map>
#include <string>
#include <vector>

namespace cts {

class SourceLines;

// What a pattern may refer to besides the event itself.
struct PatternContext {
  u32 current_task = 0; // "current"
  u64 within = 0;       // "inside": a bit for each event in whose regions that task is
  std::map<std::string, u64, std::less<>> *variables = nullptr; // "$name"; bound at first use
  SourceLines *sources = nullptr;                               // "@function=", "@lines="
  std::string_view runtime{}; // the file of the runtime's library; empty: not known
};

// "event condition…". The syntax is described in suites/include/cts.h.
class Pattern {
public:
  // False, and what is wrong, if the text is not a pattern.
  bool parse(std::string_view text, std::string &error);

  u8 event() const { return event_; }
  // The events in whose regions it asks the task to be, or not to be: a bit for each.
  u64 asks_inside() const;
  // Do all conditions hold of this event (which must be of event())? A variable that has no value
  // yet is bound where bind is set and everything else holds, else it equals nothing.
  bool holds(const RawEvent &raw, const PatternContext &context, bool bind) const;
  // The first condition that does not hold, as written, and the value found instead: none where the
  // condition is about the regions around the event.
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
