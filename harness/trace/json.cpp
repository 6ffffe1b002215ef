#include "trace/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace cts {
namespace {

// The code point at the begin of the text, which is shortened by it; U+FFFD for bytes that begin
// none.
u32 next_code_point(std::string_view &text) {
  constexpr u32 replacement = 0xfffd;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const u32 lead = byte(0);
  const std::size_t size = lead < 0x80   ? 1
                           : lead < 0xc2 ? 0
                           : lead < 0xe0 ? 2
                           : lead < 0xf0 ? 3
                           : lead < 0xf5 ? 4
                                         : 0;
  u32 point = size < 2 ? lead : lead & (0x7f >> size);
  std::size_t used = 1;
  for (; used < size && used < text.size() && (byte(used) & 0xc0) == 0x80; ++used) {
    const u32 more = byte(used) & 0x3f;
    // Longer forms of smaller numbers, surrogates, and what follows the last code point.
    if (used == 1 && ((lead == 0xe0 && more < 0x20) || (lead == 0xed && more >= 0x20) ||
                      (lead == 0xf0 && more < 0x10) || (lead == 0xf4 && more >= 0x10)))
      break;
    point = point << 6 | more;
  }
  text.remove_prefix(used);
  return used == size ? point : replacement;
}

void write_escape(std::string &out, u32 unit) {
  out += "\\u";
  for (const int shift : {12, 8, 4, 0})
    out += "0123456789abcdef"[unit >> shift & 15];
}

void write_text(std::string &out, std::string_view text) {
  constexpr std::string_view escaped = "\"\\\b\f\n\r\t", letters = "\"\\bfnrt";
  out += '"';
  while (!text.empty()) {
    const u32 point = next_code_point(text);
    const auto known = point < 0x80 ? escaped.find(static_cast<char>(point)) : escaped.npos;
    if (known != escaped.npos)
      (out += '\\') += letters[known];
    else if (point >= 0x20 && point < 0x7f)
      out += static_cast<char>(point);
    else if (point < 0x10000)
      write_escape(out, point);
    else
      write_escape(out, 0xd7c0 + (point >> 10)), write_escape(out, 0xdc00 + (point & 0x3ff));
  }
  out += '"';
}

} // namespace

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

std::string Json::written(bool lines) const {
  std::string out;
  write(out, lines, 0);
  return out;
}

void Json::write(std::string &out, bool lines, unsigned depth) const {
  const auto begin_line = [&](unsigned deep) {
    if (lines)
      (out += '\n').append(deep, ' ');
  };
  const auto each = [&](const auto &values, const char *ends, const auto &write_one) {
    out += ends[0];
    for (bool first = true; const auto &value : values) {
      if (!std::exchange(first, false))
        out += ',';
      begin_line(depth + 1);
      write_one(value);
    }
    if (!values.empty())
      begin_line(depth);
    out += ends[1];
  };
  if (const auto *truth = std::get_if<bool>(&value_))
    out += *truth ? "true" : "false";
  else if (const auto *i = std::get_if<i64>(&value_))
    out += std::to_string(*i);
  else if (const auto *n = std::get_if<u64>(&value_))
    out += std::to_string(*n);
  else if (const auto *x = std::get_if<double>(&value_); x && std::isfinite(*x)) {
    char text[32];
    out.append(text, std::to_chars(std::begin(text), std::end(text), *x).ptr);
  } else if (const auto *text = std::get_if<std::string>(&value_))
    write_text(out, *text);
  else if (const auto *list = std::get_if<Array>(&value_))
    each(*list, "[]", [&](const Json &one) { one.write(out, lines, depth + 1); });
  else if (const auto *object = std::get_if<Object>(&value_)) {
    std::vector<const Member *> members;
    for (const Member &one : *object)
      members.push_back(&one);
    if (lines)
      std::ranges::sort(members, {}, &Member::name);
    each(members, "{}", [&](const Member *one) {
      write_text(out, one->name);
      out += lines ? ": " : ":";
      one->value.write(out, lines, depth + 1);
    });
  } else
    out += "null";
}

} // namespace cts
