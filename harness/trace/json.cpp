#include "trace/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace cts {
namespace {

// Reads a code point at the begin of the text. Returns its bytes, or those that cannot begin one;
// then `code` is U+FFFD.
std::size_t code_point(std::string_view text, u32 &code) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const u32 lead = byte(0);
  const std::size_t more = lead < 0xC2   ? 0
                           : lead < 0xE0 ? 1
                           : lead < 0xF0 ? 2
                           : lead < 0xF5 ? 3
                                         : 0;
  code = lead & (0x3Fu >> more);
  for (std::size_t i = 1; i <= more; ++i) {
    // No longer form than necessary, no surrogate, nothing beyond U+10FFFF.
    const u32 low = i > 1 ? 0x80 : lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const u32 high = i > 1 ? 0xBF : lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (i == text.size() || byte(i) < low || byte(i) > high) {
      code = 0xFFFD;
      return i;
    }
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  if (!more)
    code = 0xFFFD;
  return 1 + more;
}

class Writer {
public:
  explicit Writer(bool lines) : lines_(lines) {}

  void write(const Json &json) {
    std::visit([this](const auto &value) { write(value); }, json.value());
  }
  std::string take() { return std::move(text_); }

private:
  void write(std::nullptr_t) { text_ += "null"; }
  void write(bool truth) { text_ += truth ? "true" : "false"; }
  void write(std::integral auto number) {
    char digits[24];
    text_.append(digits, std::to_chars(digits, std::end(digits), number).ptr);
  }
  void write(double number) {
    if (!std::isfinite(number))
      return write(nullptr);
    const double size = std::abs(number);
    const bool plain = size == 0 || (size >= 1e-4 && size < 1e15);
    const auto form = plain ? std::chars_format::fixed : std::chars_format::scientific;
    char digits[32];
    const std::size_t begin = text_.size();
    text_.append(digits, std::to_chars(digits, std::end(digits), number, form).ptr);
    if (text_.find_first_of(".e", begin) == std::string::npos)
      text_ += ".0";
  }
  void write(const std::string &text) {
    text_ += '"';
    for (std::string_view rest = text; !rest.empty();) {
      const auto plain = std::ranges::find_if(
          rest, [](unsigned char c) { return c < 0x20 || c >= 0x7F || c == '"' || c == '\\'; });
      const auto length = static_cast<std::size_t>(plain - rest.begin());
      text_.append(rest, 0, length);
      rest.remove_prefix(length);
      if (!rest.empty())
        rest.remove_prefix(escape(rest));
    }
    text_ += '"';
  }
  // Writes the text's first code point, which is not printable ASCII, or a mark; returns its bytes.
  std::size_t escape(std::string_view text) {
    constexpr std::string_view marks = "\"\\\b\f\n\r\t", letters = "\"\\bfnrt";
    if (const auto mark = marks.find(text[0]); mark != std::string_view::npos) {
      (text_ += '\\') += letters[mark];
      return 1;
    }
    u32 code = static_cast<unsigned char>(text[0]);
    const std::size_t bytes = code < 0x80 ? 1 : code_point(text, code);
    if (code > 0xFFFF) {
      hexadecimal(0xD7C0 + (code >> 10));
      code = 0xDC00 | (code & 0x3FF);
    }
    hexadecimal(code);
    return bytes;
  }
  void hexadecimal(u32 code) {
    text_ += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4)
      text_ += "0123456789abcdef"[code >> shift & 15];
  }

  void write(const Json::Array &list) {
    all('[', ']', list, [this](const Json &one) { write(one); });
  }
  void write(const Json::Object &members) {
    std::vector<const Json::Member *> order;
    order.reserve(members.size());
    for (const Json::Member &one : members)
      order.push_back(&one);
    if (lines_)
      std::ranges::sort(order, {}, &Json::Member::name);
    all('{', '}', order, [this](const Json::Member *one) {
      write(one->name);
      text_ += lines_ ? ": " : ":";
      write(one->value);
    });
  }
  template <class List, class F> void all(char begin, char end, const List &list, F write_one) {
    text_ += begin;
    ++depth_;
    for (bool first = true; const auto &one : list) {
      if (!std::exchange(first, false))
        text_ += ',';
      next_line();
      write_one(one);
    }
    --depth_;
    if (!list.empty())
      next_line();
    text_ += end;
  }
  void next_line() {
    if (lines_)
      (text_ += '\n').append(depth_, ' ');
  }

  std::string text_;
  const bool lines_;
  std::size_t depth_ = 0;
};

std::string written(const Json &json, bool lines) {
  Writer writer(lines);
  writer.write(json);
  return writer.take();
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

std::string Json::text() const { return written(*this, false); }
std::string Json::sorted_lines() const { return written(*this, true); }

} // namespace cts
