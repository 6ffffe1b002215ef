// The injector's one fault, from OMPT_FAULT: event/variant.field:what@which, as in fault.h. Without
// a variant it means every event of that name. `which` is `first`, `all`, a number from 1 on, or
// `handler`: all answers to the checker's signal handler.
#pragma once

#include "trace/events.h"

#include <atomic>
#include <span>
#include <string>

namespace cts::faults::online {

// The parts of an event's field, from the event table.
struct FieldInfo {
  enum class Kind : u8 { number, enumeration, flags, word, frame, text, list };
  const char *name = "";
  Kind kind = Kind::number;
  event::Enumeration set{};
};

// The fields of the event with this code, in the table's order.
std::span<const FieldInfo> fields_of(u8 code);

class Spec {
public:
  // Breaks nothing if OMPT_FAULT is empty. A text that is not understood ends the process with one
  // line, because a test without a fault must not pass.
  static Spec from_environment();

  // Whether this is the event, counted from the first of its kind. `variant` as in fault.h.
  bool hits(u8 code, std::string_view variant);
  // The same for an answer of an entry point: a field of the event that records it.
  bool hits(u8 code, std::string_view variant, std::string_view field);

  const std::string &field() const { return field_; }
  const std::string &what() const { return what_; }
  bool breaks(u8 code) const { return code_ == code; }

  // The checker's function that tells whether its signal handler runs on the calling thread.
  int (*in_handler)() = nullptr;

private:
  bool counted();

  u8 code_ = 0;
  std::string variant_, field_, what_;
  u64 number_ = 1; // 0: all
  bool handler_ = false;
  std::atomic<u64> seen_{0};

public:
  Spec() = default;
  Spec(const Spec &other)
      : code_(other.code_), variant_(other.variant_), field_(other.field_), what_(other.what_),
        number_(other.number_), handler_(other.handler_) {}
};

// The fault of this process.
Spec &spec();

// Prevents the answer of an entry point: `crash`, `abort`, `hang`; or allocates first: `allocate`.
// False if `what` is none of these.
bool misbehave(std::string_view what);

// The value that `what` makes of a field's value; words have 64 bits, as the runtime passes them.
u64 broken_value(const FieldInfo &field, std::string_view what, u64 value);

} // namespace cts::faults::online
