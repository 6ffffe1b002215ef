#include "validator/pattern.h"

#include "ompt_abi/names.h"
#include "trace/source_lines.h"
#include "validator/pattern_fields.h"

#include <algorithm>
#include <fmt/format.h>

namespace cts {
namespace {

// The value of one field of an event.
struct FieldReader {
  std::string_view wanted;
  int element;
  bool present = false;
  u64 number = 0;
  bool null = false;
  std::string_view string;
  void take(const char *name, u64 v) {
    if (wanted == name) {
      present = true;
      number = v;
      null = v == 0;
    }
  }
  void num(const char *name, auto v) { take(name, static_cast<u64>(static_cast<i64>(v))); }
  void num(const char *name, u64 v) { take(name, v); }
  void num(const char *name, u32 v) { take(name, v); }
  void hex(const char *name, u64 v) { take(name, v); }
  void enumeration(const char *name, event::Enumeration, u32 v) { take(name, v); }
  void flags(const char *name, event::Enumeration, u32 v) { take(name, v); }
  void data(const char *name, const Data &d) {
    if (wanted == name) {
      present = true;
      // The address distinguishes a word of unknown origin from every identifier.
      number = d.ours() ? d.id : d.address;
      null = d.null();
    }
  }
  void ref(const char *name, Entity, const Ref &r) { data(name, r); }
  void created(const char *name, Entity, const New &n) { data(name, n); }
  void frame(const char *name, const Frame &f) { take(name, f.address); }
  void text(const char *name, std::string_view v) {
    if (wanted == name) {
      present = true;
      string = v;
    }
  }
  void list(const char *name, const List &v) {
    if (wanted == name && element >= 0 && static_cast<u32>(element) < v.size()) {
      present = true;
      number = v[static_cast<u32>(element)];
      null = number == 0;
    }
  }
};

} // namespace

u64 Pattern::asks_inside() const {
  u64 events = 0;
  for (const Condition &condition : conditions_)
    if (condition.inside)
      events |= u64{1} << condition.inside;
  return events;
}

// Compares one event with the conditions.
class Pattern::Evaluation {
public:
  Evaluation(const RawEvent &raw, const PatternContext &context) : raw_(raw), context_(context) {}

  FieldReader read(const Condition &condition) const {
    FieldReader reader{condition.field, condition.element, false, 0, false, {}};
    event::with_code(raw_.code, [&](auto e) {
      using E = decltype(e);
      if (decode(raw_, e))
        E::visit(e, reader);
    });
    return reader;
  }

  // unbound: the condition names a variable without a value; it holds if all other conditions hold.
  bool holds(const Condition &condition, bool &unbound) const {
    if (condition.inside)
      return (context_.within >> condition.inside & 1) == (condition.op == Operator::equal);
    const FieldReader field = read(condition);
    if (!field.present)
      return false;
    if (condition.of_function)
      return in_function(condition, field.number);
    if (condition.lines.first)
      return in_lines(condition, field.number);
    const auto matches = [&](const Condition::Value &value) {
      return compare(condition, field, value, unbound);
    };
    // "differs from all of these", "is one of these".
    if (condition.op == Operator::unequal || condition.op == Operator::clear)
      return std::all_of(condition.values.begin(), condition.values.end(), matches);
    return std::any_of(condition.values.begin(), condition.values.end(), matches);
  }

private:
  bool in_function(const Condition &condition, u64 address) const {
    // Code of an unknown function is neither inside nor outside. The runtime's own calls are not
    // outside either; machines/host/codeptr judges them.
    const bool equal = condition.op == Operator::equal;
    if (address == 0 || !context_.sources) // no address is always right
      return equal;
    const SourceLine &line = context_.sources->before(address);
    if (!line.executable) // the program's own function is always there
      return !equal;
    if (line.functions.empty() || (!equal && line.object == context_.runtime))
      return equal;
    return line.in_function(condition.values.front().string) == equal;
  }

  bool in_lines(const Condition &condition, u64 address) const {
    // Code of an unknown line is neither inside nor outside.
    static const SourceLine nowhere;
    const SourceLine &source =
        address && context_.sources ? context_.sources->before(address) : nowhere;
    const int line = &source != &nowhere && !source.executable ? -1 : source.line;
    const bool inside = line >= condition.lines.first && line <= condition.lines.second;
    return line == 0 ? condition.op == Operator::equal
                     : inside == (condition.op == Operator::equal);
  }

  bool compare(const Condition &condition, const FieldReader &field, const Condition::Value &value,
               bool &unbound) const {
    u64 right = value.number;
    if (value.null || value.nonnull)
      return (field.null == value.null) == (condition.op == Operator::equal);
    if (value.current)
      right = context_.current_task;
    if (!value.variable.empty()) {
      const auto known = context_.variables->find(value.variable);
      if (known == context_.variables->end()) {
        unbound = true;
        return true;
      }
      right = known->second;
    }
    if (!value.string.empty())
      return (field.string == value.string) == (condition.op == Operator::equal);
    const auto left_signed = static_cast<i64>(field.number), right_signed = static_cast<i64>(right);
    switch (condition.op) {
    case Operator::equal:
      return field.number == right;
    case Operator::unequal:
      return field.number != right;
    case Operator::less:
      return left_signed < right_signed;
    case Operator::less_equal:
      return left_signed <= right_signed;
    case Operator::greater:
      return left_signed > right_signed;
    case Operator::greater_equal:
      return left_signed >= right_signed;
    case Operator::set:
      return (field.number & right) == right;
    case Operator::clear:
      return (field.number & right) == 0;
    }
    return false;
  }

  const RawEvent &raw_;
  const PatternContext &context_;
};

bool Pattern::holds(const RawEvent &raw, const PatternContext &context, bool bind) const {
  const Evaluation evaluation(raw, context);
  bool unbound = false;
  for (const Condition &condition : conditions_)
    if (!evaluation.holds(condition, unbound))
      return false;
  if (unbound && !bind)
    return false;
  if (unbound)
    for (const Condition &condition : conditions_)
      for (const auto &value : condition.values)
        if (!value.variable.empty() && condition.op == Operator::equal)
          context.variables->try_emplace(value.variable, evaluation.read(condition).number);
  return true;
}

Pattern::Violated Pattern::violated(const RawEvent &raw, const PatternContext &context) const {
  const Evaluation evaluation(raw, context);
  bool unbound = false;
  for (const Condition &condition : conditions_)
    if (!evaluation.holds(condition, unbound)) {
      if (condition.inside)
        return {condition.text, {}};
      const FieldReader field = evaluation.read(condition);
      const FieldInfo info = field_info(event_, condition.field);
      std::string found;
      if (!field.present)
        found = "absent";
      else if (info.set)
        found = ompt_abi::render(*info.set, field.number);
      else if (!field.string.empty())
        found = field.string;
      else if (info.is_data)
        found = field.null ? "null" : fmt::format("{}", field.number);
      else
        found = fmt::format("{}", static_cast<i64>(field.number));
      return {condition.text, std::move(found)};
    }
  return {};
}

} // namespace cts
