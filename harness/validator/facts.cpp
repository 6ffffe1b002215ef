#include "validator/facts.h"

#include "ompt_abi/names.h"
#include "trace/events.h"

#include <fmt/format.h>

namespace cts::fact {
namespace {

constexpr std::size_t longest_text = 200; // bytes that a sentence shows

// A word of the sort; a word with blanks is in quotes, as in a pattern.
std::string sorted(std::string_view text, bool tells) {
  if (!tells)
    return {};
  const bool plain = !text.empty() && text.find_first_of(" \"") == std::string_view::npos;
  return plain ? std::string(text) : fmt::format("\"{}\"", text);
}

} // namespace

made::~made() = default; // here, because every rule that can be broken destroys facts

Fact of_word(const Data &word, char letter) {
  if (word.ours())
    return of_entity(word.id, letter, "");
  if (word.null())
    return {"", "null", "NULL", "null"};
  return {
      "", fmt::format("{:#x}@{:#x}", word.value, word.address),
      fmt::format("a word that the tool did not write ({:#x} at {:#x})", word.value, word.address),
      word.value ? "foreign" : "empty"};
}

Fact of_entity(u64 id, char letter, std::string_view noun) {
  if (id == 0)
    return {"", "none", fmt::format("no {}", noun), "none"};
  const std::string name = fmt::format("{}{}", letter, id);
  return {"", name, name, "known"};
}

Fact of_number(i64 number, bool tells) {
  const std::string text = fmt::format("{}", number);
  return {"", number, text, sorted(text, tells)};
}

Fact of_number(u64 number, bool tells) {
  const std::string text = fmt::format("{}", number);
  return {"", number, text, sorted(text, tells)};
}

Fact of_hex(u64 number, bool tells) {
  const std::string text = fmt::format("{:#x}", number);
  return {"", text, text, sorted(text, tells)};
}

Fact of_name(std::string_view name, bool tells) {
  return {"", std::string(name), std::string(name), sorted(name, tells)};
}

Fact of_value(std::string_view value) {
  const bool number = !value.empty() &&
                      value.find_first_not_of("-0123456789abcdefx") == std::string_view::npos &&
                      (value[0] == '-' || (value[0] >= '0' && value[0] <= '9'));
  Fact fact = of_name(value, true);
  if (number)
    fact.sort = "number";
  return fact;
}

Fact of_text(std::string_view text, bool tells) {
  const bool whole = text.size() <= longest_text;
  return {"", std::string(text),
          fmt::format("\"{}{}\"", text.substr(0, longest_text), whole ? "" : "…"),
          sorted(text, tells)};
}

Fact of_event(u8 code, bool tells) { return of_name(cts::event::label(code), tells); }

Fact of_enumerator(ompt_abi::enum_kind kind, u64 value) {
  return of_name(ompt_abi::render(kind, value), true);
}

Fact of_flags(ompt_abi::enum_kind kind, u64 value) {
  const std::string text = ompt_abi::render(kind, value);
  std::vector<std::string> names;
  for (std::size_t at = 0; value && at < text.size();
       at = std::min(text.find('|', at), text.size()) + 1)
    names.push_back(text.substr(at, text.find('|', at) - at));
  return {"", std::move(names), text, text};
}

} // namespace cts::fact
