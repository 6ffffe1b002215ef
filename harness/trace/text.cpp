#include "trace/text.h"

#include "ompt_abi/names.h"
#include "trace/note_kinds.h"

#include <fmt/format.h>

namespace cts {
namespace {

constexpr char letter(Entity entity) {
  switch (entity) {
  case Entity::thread:
    return 'H';
  case Entity::parallel:
    return 'P';
  case Entity::task:
    return 'T';
  case Entity::target:
    return 'R';
  case Entity::op:
    return 'O';
  case Entity::tool:
    return 'X';
  }
  return '?';
}

class Renderer {
public:
  explicit Renderer(std::vector<Field> &fields) : fields_(fields) {}

  void num(const char *name, auto v) {
    const auto called = called_in(name, static_cast<u64>(v));
    add(name, called.empty() ? fmt::to_string(v) : std::string(called));
  }
  void hex(const char *name, u64 v) { add(name, fmt::format("{:#x}", v)); }
  void enumeration(const char *name, event::Enumeration set, u32 v) {
    add(name, ompt_abi::render(set, v));
    begins_ = begins_ || set != event::Enumeration::scope_endpoint || v != 2;
    if (set == event::Enumeration::scope_endpoint)
      begins_ = v != 2;
  }
  void flags(const char *name, event::Enumeration set, u32 v) {
    add(name, ompt_abi::render(set, v));
  }
  void ref(const char *name, Entity entity, const Ref &r) { add(name, data(entity, r)); }
  void created(const char *name, Entity entity, const New &n) {
    if (!n.ours()) {
      add(name, data(entity, n));
      return;
    }
    std::string text =
        fmt::format("{}{}{}@{:#x}", begins_ ? "+" : "", letter(entity), n.id, n.address);
    if (n.value != 0)
      text += fmt::format("={:#x}", n.value);
    add(name, text);
  }
  void frame(const char *name, const Frame &f) {
    add(name, f.address == 0 ? "null"
                             : fmt::format("{:#x}:{:#x}/{:#x}:{:#x}", f.exit, f.exit_flags, f.enter,
                                           f.enter_flags));
  }
  void text(const char *name, std::string_view v) {
    fields_.push_back({name, std::string(v), true});
  }
  void list(const char *name, const List &v) {
    std::string text = "[";
    for (u32 i = 0; i < v.size(); ++i)
      text += fmt::format("{}{:#x}", i ? "," : "", v[i]);
    add(name, text + "]");
  }

private:
  static std::string data(Entity entity, const Data &d) {
    if (d.ours())
      return fmt::format("{}{}", letter(entity), d.id);
    return d.null() ? "null" : fmt::format("?{:#x}@{:#x}", d.value, d.address);
  }
  void add(const char *name, std::string value) {
    fields_.push_back({name, std::move(value), false});
  }

  std::vector<Field> &fields_;
  bool begins_ = true;
};

// The number of UTF-8 bytes of the first character, if a terminal shows it; 0 for a control
// character or no character.
std::size_t shown_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80)
    return byte(0) >= 0x20 && byte(0) != 0x7f;
  const std::size_t bytes = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : byte(0) >= 0xc2 ? 2 : 0;
  if (bytes == 0 || byte(0) > 0xf4 || bytes > text.size())
    return 0;
  for (std::size_t i = 1; i < bytes; ++i)
    if ((byte(i) & 0xc0) != 0x80)
      return 0;
  if ((byte(0) == 0xc2 && byte(1) < 0xa0) || (byte(0) == 0xe0 && byte(1) < 0xa0) ||
      (byte(0) == 0xed && byte(1) >= 0xa0) || (byte(0) == 0xf0 && byte(1) < 0x90) ||
      (byte(0) == 0xf4 && byte(1) >= 0x90))
    return 0; // a control character, too long, half of a pair, or beyond Unicode
  // Marks that turn the direction of writing, and the separators of lines and paragraphs.
  if (byte(0) == 0xe2 && ((byte(1) == 0x80 && byte(2) >= 0xa8 && byte(2) <= 0xae) ||
                          (byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9)))
    return 0;
  return bytes;
}

std::string escaped(std::string_view text, bool quote) {
  std::string out;
  while (!text.empty()) {
    const std::size_t bytes = shown_bytes(text);
    if (quote && (text[0] == '"' || text[0] == '\\'))
      out += '\\';
    if (bytes)
      out += text.substr(0, bytes);
    else if (text[0] == '\n')
      out += "\\n";
    else
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    text.remove_prefix(bytes ? bytes : 1);
  }
  return out;
}

} // namespace

std::string_view called_in(std::string_view field, u64 value) {
  if (field == "asked")
    return value < event::code_limit ? event::label(static_cast<u8>(value)) : std::string_view();
  return field == "kind" ? name_of_note(value) : std::string_view();
}

std::string printable(std::string_view text) { return escaped(text, false); }

std::vector<Field> fields_of(const RawEvent &raw) {
  std::vector<Field> fields;
  event::with_code(raw.code, [&]<class E>(E e) {
    if (decode(raw, e))
      E::visit(e, Renderer(fields));
  });
  return fields;
}

std::string event_text(const RawEvent &raw, bool brief) {
  std::string line{event::label(raw.code)};
  for (const Field &field : fields_of(raw)) {
    const std::string &v = field.value;
    if (brief && (v.empty() || v == "0" || v == "0x0" || v == "null" || v == "[]"))
      continue;
    line += fmt::format(" {}={}", field.name, field.is_text ? '"' + escaped(v, true) + '"' : v);
  }
  return line;
}

std::vector<std::string> alternatives(const std::string &line) {
  std::vector<std::string> result(1);
  for (std::size_t i = 0; i < line.size();) {
    // A word, up to the blank behind it, which is neither in a text nor in a list.
    bool text = false, list = false;
    std::vector<std::string> parts(1);
    const bool named = line.find('=', i) < line.find_first_of(" \",[", i);
    const std::string name = named ? line.substr(i, line.find('=', i) + 1 - i) : "";
    for (i += name.size(); i < line.size() && (text || list || line[i] != ' '); ++i) {
      const char c = line[i];
      text ^= c == '"' && (i == 0 || line[i - 1] != '\\');
      list = !text && c != ']' && (list || c == '[');
      if (c == ',' && !text && !list)
        parts.emplace_back();
      else
        parts.back() += c;
    }
    if (parts.size() > 1 && result.size() == 1)
      result.resize(parts.size(), result.front());
    if (parts.size() > 1 && parts.size() != result.size())
      return {};
    for (std::size_t k = 0; k < result.size(); ++k)
      result[k] += name + parts[parts.size() > 1 ? k : 0] + (i < line.size() ? " " : "");
    ++i;
  }
  return result;
}

} // namespace cts
