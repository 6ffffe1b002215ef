#include "trace/json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace cts {

Json::Json() = default;
Json::Json(const Json &) = default;
Json::Json(Json &&) noexcept = default;
Json &Json::operator=(const Json &) = default;
Json &Json::operator=(Json &&) noexcept = default;
Json::~Json() = default;
Json::Json(bool truth) : value_(truth) {}
Json::Json(i64 number) : value_(number) {}
Json::Json(u64 number) : value_(number) {}
Json::Json(double number) : value_(number) {}
Json::Json(std::string text) : value_(std::in_place_type<std::string>, std::move(text)) {}
Json::Json(Array list) : value_(std::move(list)) {}
Json::Json(std::initializer_list<Member> members) : value_(Object()) {
  auto &mine = std::get<Object>(value_);
  mine.reserve(members.size());
  for (const Member &member : members)
    mine.push_back({member.name, std::move(member.value)});
}

Json &Json::operator[](std::string_view name) {
  auto &members = std::get<Object>(value_);
  const auto found = std::ranges::find(members, name, &Member::name);
  return (found == members.end() ? members.emplace_back(Member{std::string(name), {}}) : *found)
      .value;
}

void Json::push_back(Json value) { std::get<Array>(value_).push_back(std::move(value)); }

template <class Library> Library Json::as() const {
  return std::visit(
      []<class T>(const T &value) {
        if constexpr (std::is_same_v<T, Array>) {
          Library list = Library::array();
          for (const Json &one : value)
            list.push_back(one.as<Library>());
          return list;
        } else if constexpr (std::is_same_v<T, Object>) {
          Library object = Library::object();
          for (const Member &one : value)
            object[one.name] = one.value.as<Library>();
          return object;
        } else {
          return Library(value);
        }
      },
      value_);
}

std::string Json::text() const {
  using Library = nlohmann::ordered_json;
  return as<Library>().dump(-1, ' ', true, Library::error_handler_t::replace);
}

std::string Json::sorted_lines() const {
  using Library = nlohmann::json;
  return as<Library>().dump(1, ' ', true, Library::error_handler_t::replace);
}

} // namespace cts
