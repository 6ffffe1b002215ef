// Facts: the varying parts of a rule's breaches, as data. facts.def lists their kinds.
#pragma once

#include "ompt_abi/enums.h"
#include "trace/types.h"

#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cts {

// A value as findings.json writes it, as a sentence writes it, and as the sort of a finding writes
// it (empty if it differs between findings of one sort).
struct Fact {
  std::string_view name;
  std::variant<i64, u64, std::string, std::vector<std::string>> value;
  std::string shown, sort;
};

namespace fact {

Fact of_word(const Data &word, char letter);
Fact of_entity(u64 id, char letter, std::string_view noun); // 0: there is none
Fact of_number(i64 number, bool tells);
Fact of_number(u64 number, bool tells);
Fact of_hex(u64 number, bool tells);
Fact of_name(std::string_view name, bool tells);
Fact of_value(std::string_view value);
Fact of_text(std::string_view text, bool tells); // any bytes, of any length
Fact of_event(u8 code, bool tells);
Fact of_enumerator(ompt_abi::enum_kind kind, u64 value);
Fact of_flags(ompt_abi::enum_kind kind, u64 value);

// The base of the kinds. No kind has a default, so a forgotten fact does not compile.
struct made {
  Fact fact;
  ~made();
};
template <bool tells> struct number : made {
  template <std::signed_integral I> number(I value) : made{of_number(i64{value}, tells)} {}
  template <std::unsigned_integral I> number(I value) : made{of_number(u64{value}, tells)} {}
  number(bool) = delete;
};
template <bool tells> struct hex : made {
  hex(u64 value) : made{of_hex(value, tells)} {}
};
template <bool tells> struct name : made {
  template <std::convertible_to<std::string_view> T>
  name(const T &text) : made{of_name(text, tells)} {}
};
template <bool tells> struct text : made {
  template <std::convertible_to<std::string_view> T>
  text(const T &bytes) : made{of_text(bytes, tells)} {}
};
template <bool> struct value : made {
  template <std::convertible_to<std::string_view> T> value(const T &text) : made{of_value(text)} {}
};
template <bool tells> struct event : made {
  event(u8 code) : made{of_event(code, tells)} {}
};
template <ompt_abi::enum_kind kind> struct enumerator : made {
  enumerator(u64 value) : made{of_enumerator(kind, value)} {}
};
template <ompt_abi::enum_kind kind> struct flags : made {
  flags(u64 value) : made{of_flags(kind, value)} {}
};
// An entity by its identifier, or the word that should name an entity.
#define CTS_ENTITY(kind, letter, noun)                                                             \
  struct kind##_fact : made {                                                                      \
    kind##_fact(u64 id) : made{of_entity(id, letter, noun)} {}                                     \
    kind##_fact(const Data &word) : made{of_word(word, letter)} {}                                 \
  };
#define CTS_FACT(kind, form, tells) using kind##_fact = form<tells>;
#include "validator/facts.def"

} // namespace fact
} // namespace cts
