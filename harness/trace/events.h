// One struct for every row of events.def, and functions that visit the rows and their fields.
#pragma once

#include "ompt_abi/tables.h"
#include "trace/types.h"

namespace cts::event {

// The set of enumerators an ENUM or FLAGS field takes its values from.
using Enumeration = ompt_abi::enum_kind;

// Each struct has its code, its name and visit(self, visitor), which shows the visitor every field
// in order: visitor.num(name, field), hex, enumeration(name, set, field), flags(name, set, field),
// ref(name, entity, field), created(name, entity, field), frame, text, list.
#define NUM(type, name) type name = 0;
#define HEX(name) u64 name = 0;
#define ENUM(kind, name) u32 name = 0;
#define FLAGS(kind, name) u32 name = 0;
#define REF(entity, name) Ref name;
#define NEW(entity, name) New name;
#define FRAME(name) Frame name;
#define TEXT(name) std::string_view name;
#define LIST(name) List name;
#define CTS_EVENT(number, event_name, fields)                                                      \
  struct event_name {                                                                              \
    static constexpr u8 event_code = number;                                                       \
    static constexpr std::string_view event_label = #event_name;                                   \
    fields template <class Self, class Visitor>                                                    \
    static constexpr void visit(Self &self, Visitor &&visitor);                                    \
  };
#include "trace/events.def"

#define NUM(type, name) visitor.num(#name, self.name);
#define HEX(name) visitor.hex(#name, self.name);
#define ENUM(kind, name) visitor.enumeration(#name, Enumeration::kind, self.name);
#define FLAGS(kind, name) visitor.flags(#name, Enumeration::kind, self.name);
#define REF(entity, name) visitor.ref(#name, Entity::entity, self.name);
#define NEW(entity, name) visitor.created(#name, Entity::entity, self.name);
#define FRAME(name) visitor.frame(#name, self.name);
#define TEXT(name) visitor.text(#name, self.name);
#define LIST(name) visitor.list(#name, self.name);
#define CTS_EVENT(number, event_name, fields)                                                      \
  template <class Self, class Visitor>                                                             \
  constexpr void event_name::visit([[maybe_unused]] Self &self,                                    \
                                   [[maybe_unused]] Visitor &&visitor) {                           \
    fields                                                                                         \
  }
#include "trace/events.def"

// Calls f(Event{}) for every row, in the table's order.
template <class F> constexpr void for_each(F &&f) {
#define CTS_EVENT(number, event_name, fields) f(event_name{});
#include "trace/events.def"
}

// Calls f(Event{}) for the row with this code; false if there is none.
template <class F> constexpr bool with_code(u8 code, F &&f) {
  switch (code) {
#define CTS_EVENT(number, event_name, fields)                                                      \
  case number:                                                                                     \
    f(event_name{});                                                                               \
    return true;
#include "trace/events.def"
  default:
    return false;
  }
}

// Callbacks have the codes of ompt_callbacks_t, 1 to this, and each has an event.
inline constexpr u8 last_callback = ompt_abi::last_callback;
#define OMPT_CALLBACK(code, name, since, deprecated, removed, signature, m50, m51, m52, m60)       \
  static_assert(name::event_code == code);
#include "ompt_abi/callbacks.def"

inline constexpr u8 code_limit = 128;

// The name of the event with this code; empty if there is none.
constexpr std::string_view label(u8 code) {
  std::string_view result;
  with_code(code, [&](auto e) { result = decltype(e)::event_label; });
  return result;
}

// The code of the event with this name; 0 if there is none.
constexpr u8 code_of(std::string_view name) {
  u8 result = 0;
  for_each([&](auto e) {
    if (decltype(e)::event_label == name)
      result = decltype(e)::event_code;
  });
  return result;
}

} // namespace cts::event
