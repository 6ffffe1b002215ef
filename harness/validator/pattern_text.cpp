// Parses the text of a pattern.
#include "validator/pattern.h"

#include "ompt_abi/names.h"
#include "validator/pattern_fields.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace cts {
namespace {

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

// Reads one condition: a field, an operator, and the values that the field is compared with.
class Pattern::ConditionReader {
public:
  ConditionReader(u8 event, std::string_view word, Condition &condition, std::string &error)
      : event_(event), word_(word), into_(condition), error_(error) {}

  // Returns false, with the reason, if the word is not a condition.
  bool read() {
    const std::size_t at = word_.find_first_of("=!<>&");
    if (at == std::string_view::npos || at == 0)
      return wrong("'{}' is not a condition", word_);
    into_.text = word_;
    field_ = word_.substr(0, at);
    rest_ = word_.substr(at);
    if (!read_operator())
      return false;
    if (field_ == "inside")
      return read_region();
    return read_function() && read_lines() && read_field(word_.substr(0, at)) && read_values();
  }

private:
  template <class... Args> bool wrong(fmt::format_string<Args...> text, Args &&...args) {
    error_ = fmt::format(text, std::forward<Args>(args)...);
    return false;
  }
  bool equality() const { return into_.op == Operator::equal || into_.op == Operator::unequal; }

  bool read_operator() {
    static constexpr std::pair<std::string_view, Operator> operators[] = {
        {"!=", Operator::unequal},       {"!&", Operator::clear}, {"<=", Operator::less_equal},
        {">=", Operator::greater_equal}, {"=", Operator::equal},  {"<", Operator::less},
        {">", Operator::greater},        {"&", Operator::set}};
    const auto *const op = std::find_if(std::begin(operators), std::end(operators),
                                        [&](const auto &o) { return rest_.starts_with(o.first); });
    if (op == std::end(operators))
      return wrong("'{}' has no operator", word_);
    into_.op = op->second;
    rest_.remove_prefix(op->first.size());
    return true;
  }

  // "inside=work"
  bool read_region() {
    into_.inside = event::code_of(rest_);
    if (!equality() || into_.inside == 0 || into_.inside > event::last_callback)
      return wrong("'{}' does not name the event of a region", word_);
    return true;
  }

  // "codeptr_ra@function=main"
  bool read_function() {
    if (!field_.ends_with("@function"))
      return true;
    if (!equality())
      return wrong("'{}' does not name a function", word_);
    into_.of_function = true;
    field_.remove_suffix(9);
    return true;
  }

  // "codeptr_ra@lines=12-14"
  bool read_lines() {
    if (!field_.ends_with("@lines"))
      return true;
    const std::size_t dash = rest_.find('-');
    const auto first = parse_number(rest_.substr(0, dash));
    const auto last = parse_number(rest_.substr(std::min(dash, rest_.size() - 1) + 1));
    if (!equality() || dash == std::string_view::npos || !first || !last)
      return wrong("'{}' does not name lines as first-last", word_);
    into_.lines = {static_cast<int>(*first), static_cast<int>(*last)};
    field_.remove_suffix(6);
    return true;
  }

  // "values[2]"
  bool read_field(std::string_view as_written) {
    if (field_.ends_with(']') && field_.find('[') != std::string_view::npos) {
      const std::size_t open = field_.find('[');
      const auto index = parse_number(field_.substr(open + 1, field_.size() - open - 2));
      into_.element = index ? static_cast<int>(*index) : -1;
      field_ = field_.substr(0, open);
    }
    into_.field = field_;
    info_ = field_info(event_, field_);
    if (!info_.found || info_.is_list != (into_.element >= 0))
      return wrong("{} has no field '{}'", event::label(event_), as_written);
    return true;
  }

  // Only '=' and '!=' have alternatives; a path in a text may contain a slash.
  bool read_values() {
    if (into_.lines.first)
      return true;
    const bool alternatives = !info_.is_text && !into_.of_function;
    while (true) {
      const std::size_t end = alternatives ? std::min(rest_.find('/'), rest_.size()) : rest_.size();
      if (!read_value(rest_.substr(0, end)))
        return false;
      if (end == rest_.size())
        return true;
      rest_.remove_prefix(end + 1);
    }
  }

  bool read_value(std::string_view text) {
    Condition::Value &value = into_.values.emplace_back();
    if (into_.of_function || info_.is_text) {
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
    } else if (const u8 code = event::code_of(text); code && !info_.set) {
      value.number = code; // "asked=note"
    } else if (info_.set) {
      const auto known = ompt_abi::parse(*info_.set, text);
      if (!known)
        return wrong("'{}' is no enumerator of {}", text, field_);
      value.number = *known;
    } else {
      return wrong("'{}' is not a value for {}", text, field_);
    }
    return true;
  }

  const u8 event_;
  const std::string_view word_;
  Condition &into_;
  std::string &error_;
  std::string_view field_, rest_; // not read yet
  FieldInfo info_;
};

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
    } else {
      Condition condition;
      if (!ConditionReader(event_, word, condition, error).read())
        return false;
      conditions_.push_back(std::move(condition));
    }
  }
  if (event_ == 0)
    error = "a pattern begins with an event's name";
  return event_ != 0;
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
