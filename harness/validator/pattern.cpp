#include "validator/pattern.h"

#include "ompt_abi/names.h"
#include "trace/source_lines.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace cts {
namespace {

// How a field of the table is compared.
struct FieldInfo {
  bool found = false;
  bool is_signed = false, is_data = false, is_text = false, is_list = false;
  std::optional<event::Enumeration> set;
};

struct FieldFinder {
  std::string_view wanted;
  FieldInfo info;
  bool is(const char *name) {
    const bool yes = wanted == name;
    info.found |= yes;
    return yes;
  }
  void num(const char *name, auto v) {
    if (is(name))
      info.is_signed = std::is_signed_v<decltype(v)>;
  }
  void hex(const char *name, u64) { is(name); }
  void enumeration(const char *name, event::Enumeration set, u32) {
    if (is(name))
      info.set = set;
  }
  void flags(const char *name, event::Enumeration set, u32 v) { enumeration(name, set, v); }
  void ref(const char *name, Entity, const Ref &) {
    if (is(name))
      info.is_data = true;
  }
  void created(const char *name, Entity, const New &) {
    if (is(name))
      info.is_data = true;
  }
  void frame(const char *name, const Frame &) {
    if (is(name))
      info.is_data = true;
  }
  void text(const char *name, std::string_view) {
    if (is(name))
      info.is_text = true;
  }
  void list(const char *name, const List &) {
    if (is(name))
      info.is_list = true;
  }
};

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
      // A word of unknown origin is told from every identifier by its address.
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

std::optional<u64> parse_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative)
    text.remove_prefix(1);
  if (text == "(nil)") // how printf shows a null pointer
    return 0;
  const int base = text.starts_with("0x") ? 16 : 10;
  if (base == 16)
    text.remove_prefix(2);
  u64 value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (code != std::errc{} || end != text.data() + text.size() || text.empty())
    return {};
  return negative ? 0 - value : value;
}

} // namespace

bool Pattern::parse_condition(std::string_view word, std::string &error) {
  const std::size_t at = word.find_first_of("=!<>&");
  if (at == std::string_view::npos || at == 0) {
    error = fmt::format("'{}' is not a condition", word);
    return false;
  }
  Condition condition;
  condition.text = word;
  std::string_view field = word.substr(0, at), rest = word.substr(at);
  static constexpr std::pair<std::string_view, Operator> operators[] = {
      {"!=", Operator::unequal},       {"!&", Operator::clear}, {"<=", Operator::less_equal},
      {">=", Operator::greater_equal}, {"=", Operator::equal},  {"<", Operator::less},
      {">", Operator::greater},        {"&", Operator::set}};
  const auto op = std::find_if(std::begin(operators), std::end(operators),
                               [&](const auto &o) { return rest.starts_with(o.first); });
  if (op == std::end(operators)) {
    error = fmt::format("'{}' has no operator", word);
    return false;
  }
  condition.op = op->second;
  rest.remove_prefix(op->first.size());
  if (field == "inside") {
    condition.inside = event::code_of(rest);
    if ((condition.op != Operator::equal && condition.op != Operator::unequal) ||
        condition.inside == 0 || condition.inside > event::last_callback) {
      error = fmt::format("'{}' does not name the event of a region", word);
      return false;
    }
    conditions_.push_back(std::move(condition));
    return true;
  }
  if (field.ends_with("@function")) {
    if (condition.op != Operator::equal && condition.op != Operator::unequal) {
      error = fmt::format("'{}' does not name a function", word);
      return false;
    }
    condition.of_function = true;
    field.remove_suffix(9);
  }
  if (field.ends_with("@lines")) {
    const std::size_t dash = rest.find('-');
    const auto first = parse_number(rest.substr(0, dash));
    const auto last = parse_number(rest.substr(std::min(dash, rest.size() - 1) + 1));
    if ((condition.op != Operator::equal && condition.op != Operator::unequal) ||
        dash == std::string_view::npos || !first || !last) {
      error = fmt::format("'{}' does not name lines as first-last", word);
      return false;
    }
    condition.lines = {static_cast<int>(*first), static_cast<int>(*last)};
    field.remove_suffix(6);
  }
  if (field.ends_with(']') && field.find('[') != std::string_view::npos) {
    const std::size_t open = field.find('[');
    const auto index = parse_number(field.substr(open + 1, field.size() - open - 2));
    condition.element = index ? static_cast<int>(*index) : -1;
    field = field.substr(0, open);
  }
  condition.field = field;
  FieldFinder finder{field, {}};
  event::with_code(event_, [&](auto e) { decltype(e)::visit(e, finder); });
  if (!finder.info.found || finder.info.is_list != (condition.element >= 0)) {
    error = fmt::format("{} has no field '{}'", event::label(event_), word.substr(0, at));
    return false;
  }
  while (true) {
    // Only '=' and '!=' have alternatives; a path in a text may hold a slash.
    if (condition.lines.first)
      break;
    const bool alternatives = !finder.info.is_text && !condition.of_function;
    const std::size_t end = alternatives ? std::min(rest.find('/'), rest.size()) : rest.size();
    const std::string_view text = rest.substr(0, end);
    Condition::Value value;
    if (condition.of_function || finder.info.is_text) {
      value.string = text;
    } else if (text.starts_with('$')) {
      value.variable = text.substr(1);
    } else if (text == "current") {
      value.current = true;
    } else if (text == "null") {
      value.null = true;
    } else if (text == "nonnull") {
      value.nonnull = true;
    } else if (const auto number = parse_number(text)) {
      value.number = *number;
    } else if (const u8 code = event::code_of(text); code && !finder.info.set) {
      value.number = code; // "asked=note"
    } else if (finder.info.set) {
      const auto known = ompt_abi::parse(*finder.info.set, text);
      if (!known) {
        error = fmt::format("'{}' is no enumerator of {}", text, field);
        return false;
      }
      value.number = *known;
    } else {
      error = fmt::format("'{}' is not a value for {}", text, field);
      return false;
    }
    condition.values.push_back(std::move(value));
    if (end == rest.size())
      break;
    rest.remove_prefix(end + 1);
  }
  conditions_.push_back(std::move(condition));
  return true;
}

bool Pattern::parse(std::string_view text, std::string &error) {
  conditions_.clear();
  event_ = 0;
  while (!text.empty()) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    if (word.empty())
      break;
    if (event_ == 0) {
      event_ = event::code_of(word);
      if (event_ == 0) {
        error = fmt::format("no event is called '{}'", word);
        return false;
      }
    } else if (!parse_condition(word, error)) {
      return false;
    }
  }
  if (event_ == 0)
    error = "a pattern begins with an event's name";
  return event_ != 0;
}

u64 Pattern::asks_inside() const {
  u64 events = 0;
  for (const Condition &condition : conditions_)
    if (condition.inside)
      events |= u64{1} << condition.inside;
  return events;
}

// One event against the conditions.
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

  // unbound: names a variable that has no value yet; it holds if nothing else is wrong.
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
    // Neither inside nor outside is said of code whose function is not known, nor outside of what
    // the runtime has called for itself, which machines/host/codeptr judges.
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
    // Neither inside nor outside is said of code whose line is not known.
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
      FieldFinder finder{condition.field, {}};
      event::with_code(event_, [&](auto e) { decltype(e)::visit(e, finder); });
      std::string found;
      if (!field.present)
        found = "absent";
      else if (finder.info.set)
        found = ompt_abi::render(*finder.info.set, field.number);
      else if (!field.string.empty())
        found = field.string;
      else if (finder.info.is_data)
        found = field.null ? "null" : fmt::format("{}", field.number);
      else
        found = fmt::format("{}", static_cast<i64>(field.number));
      return {condition.text, std::move(found)};
    }
  return {};
}

bool parse_expectation(std::string_view text, Pattern &selector, Pattern &assertion,
                       std::string &error) {
  const std::size_t arrow = text.find(" => ");
  if (arrow == std::string_view::npos) {
    error = fmt::format("'{}' has no ' => '", text);
    return false;
  }
  const std::string_view left = text.substr(0, arrow);
  const std::string_view name = left.substr(0, left.find(' '));
  return selector.parse(left, error) &&
         assertion.parse(fmt::format("{} {}", name, text.substr(arrow + 4)), error);
}

} // namespace cts
