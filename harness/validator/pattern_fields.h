// The fields of the event table, as a pattern uses them.
#pragma once

#include "trace/events.h"

#include <optional>
#include <string_view>

namespace cts {

// How a field of the table is compared.
struct FieldInfo {
  bool found = false;
  bool is_data = false, is_text = false, is_list = false;
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
  void num(const char *name, auto) { is(name); }
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

inline FieldInfo field_info(u8 event, std::string_view name) {
  FieldFinder finder{name, {}};
  event::with_code(event, [&](auto e) { decltype(e)::visit(e, finder); });
  return finder.info;
}

} // namespace cts
