// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/text.h"

#include "ompt_abi/names.h"

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

  void num(const char *name, auto v) { add(name, fmt::to_string(v)); }
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

std::string quoted(const std::string &text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  return out + '"';
}

} // namespace

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
    line += fmt::format(" {}={}", field.name, field.is_text ? quoted(v) : v);
  }
  return line;
}

} // namespace cts
