// A value of JSON and its text. nlohmann's library writes the text; only json.cpp includes that
// library, because it takes seconds to compile.
#pragma once

#include "trace/types.h"

#include <concepts>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cts {

class Json {
public:
  struct Member;
  using Array = std::vector<Json>;
  using Object = std::vector<Member>; // in the order in which names came

  Json();
  Json(const Json &);
  Json(Json &&) noexcept;
  Json &operator=(const Json &);
  Json &operator=(Json &&) noexcept;
  ~Json();
  Json(std::nullptr_t) : Json() {}
  Json(bool truth);
  Json(i64 number);
  Json(u64 number);
  Json(std::signed_integral auto number) : Json(i64{number}) {}
  Json(std::unsigned_integral auto number) : Json(u64{number}) {}
  Json(double number);
  Json(std::string text);
  Json(std::string_view text) : Json(std::string(text)) {}
  Json(const char *text) : Json(std::string(text)) {}
  Json(Array list);
  template <class T> Json(const std::vector<T> &list) : Json(Array(list.begin(), list.end())) {}
  Json(std::initializer_list<Member> members); // moves them out

  static Json array() { return Array(); }
  static Json object() { return {std::initializer_list<Member>{}}; }
  template <class... T> static Json list(T &&...values) {
    return Array{Json(std::forward<T>(values))...};
  }

  // The member of an object; it is made if there is none.
  Json &operator[](std::string_view name);
  // To a list.
  void push_back(Json value);

  // In ASCII; bytes that are not UTF-8 become U+FFFD. On one line, or with the members sorted by
  // name and a line for each value.
  std::string text() const;
  std::string sorted_lines() const;

private:
  template <class Library> Library as() const;

  std::variant<std::nullptr_t, bool, i64, u64, double, std::string, Array, Object> value_;
};

struct Json::Member {
  std::string name;
  mutable Json value; // an initializer list has only constants
};

} // namespace cts
