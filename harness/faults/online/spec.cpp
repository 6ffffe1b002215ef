#include "faults/online/spec.h"

#include "ompt_abi/names.h"
#include "ompt_abi/ompt_abi.h"
#include "system/checking.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace cts::faults::online {
namespace {

constexpr u64 garbage_number = 0x5ca1ab1e;
constexpr u64 unreadable_address = 0xdead00000bad0;

struct Collector {
  std::vector<FieldInfo> &fields;
  using Kind = FieldInfo::Kind;

  void num(const char *name, auto) { fields.push_back({name, Kind::number, {}}); }
  void hex(const char *name, u64) { fields.push_back({name, Kind::number, {}}); }
  void enumeration(const char *name, event::Enumeration set, u32) {
    fields.push_back({name, Kind::enumeration, set});
  }
  void flags(const char *name, event::Enumeration set, u32) {
    fields.push_back({name, Kind::flags, set});
  }
  void ref(const char *name, Entity, const Ref &) { fields.push_back({name, Kind::word, {}}); }
  void created(const char *name, Entity, const New &) { fields.push_back({name, Kind::word, {}}); }
  void frame(const char *name, const Frame &) { fields.push_back({name, Kind::frame, {}}); }
  void text(const char *name, std::string_view) { fields.push_back({name, Kind::text, {}}); }
  void list(const char *name, const List &) { fields.push_back({name, Kind::list, {}}); }
};

[[noreturn]] void fail(const std::string &text) {
  std::fprintf(stderr, "ompt-fault: OMPT_FAULT=%s is not understood\n", text.c_str());
  std::_Exit(2);
}

u64 neighbour(event::Enumeration set, u64 value, int step) {
  const auto enumerators = ompt_abi::info_of(set).enumerators;
  for (std::size_t i = 0; i < enumerators.size(); ++i)
    if (enumerators[i].value == value)
      return enumerators[(i + enumerators.size() + static_cast<std::size_t>(step)) %
                         enumerators.size()]
          .value;
  return enumerators.front().value;
}

// A field's fault that depends only on its value.
u64 broken_frame(std::string_view what, u64 value) {
  using ompt_abi::ompt_frame_t;
  thread_local ompt_frame_t copy;
  if (!value)
    return value;
  copy = *reinterpret_cast<const ompt_frame_t *>(value);
  if (what == "cleared" || what == "exit_cleared")
    copy.exit_frame.value = 0;
  if (what == "cleared" || what == "enter_cleared")
    copy.enter_frame.value = 0;
  if (what == "swapped")
    std::swap(copy.exit_frame, copy.enter_frame);
  if (what == "off_stack")
    copy.exit_frame.value = copy.enter_frame.value = garbage_number;
  return reinterpret_cast<u64>(&copy);
}

} // namespace

std::span<const FieldInfo> fields_of(u8 code) {
  static const auto &all = []() -> auto & {
    auto &fields = *new std::array<std::vector<FieldInfo>, event::code_limit>;
    event::for_each([&]<class E>(E e) { E::visit(e, Collector{fields[E::event_code]}); });
    return fields;
  }
  ();
  return all[code % event::code_limit];
}

Spec Spec::from_environment() {
  Spec spec;
  const char *given = std::getenv("OMPT_FAULT");
  if (!given || !*given)
    return spec;
  const std::string text = given;
  const std::size_t colon = text.find(':'), at = text.find('@');
  if (colon == std::string::npos || at == std::string::npos || at < colon)
    fail(text);
  const std::string subject = text.substr(0, colon), which = text.substr(at + 1);
  spec.what_ = text.substr(colon + 1, at - colon - 1);
  const std::size_t dot = subject.find('.');
  spec.field_ = dot == std::string::npos ? "" : subject.substr(dot + 1);
  const std::string event = subject.substr(0, dot);
  const std::size_t slash = event.find('/');
  spec.variant_ = slash == std::string::npos ? "" : event.substr(slash + 1);
  spec.code_ = event::code_of(event.substr(0, slash));
  spec.handler_ = which == "handler";
  if (which == "all" || spec.handler_)
    spec.number_ = 0;
  else if (which != "first" &&
           std::from_chars(which.data(), which.data() + which.size(), spec.number_).ec !=
               std::errc{})
    fail(text);
  bool known = spec.field_.empty();
  for (const FieldInfo &field : fields_of(spec.code_))
    known |= field.name == spec.field_;
  if (spec.code_ == 0 || spec.what_.empty() || !known)
    fail(text);
  return spec;
}

bool Spec::counted() {
  if (handler_)
    return in_handler && in_handler();
  return ++seen_ == number_ || number_ == 0;
}

bool Spec::hits(u8 code, std::string_view variant) {
  return code == code_ && (variant_.empty() || variant == variant_) && counted();
}

bool Spec::hits(u8 code, std::string_view variant, std::string_view field) {
  return code == code_ && field == field_ && (variant_.empty() || variant == variant_) && counted();
}

Spec &spec() {
  // Never destroyed: runtimes call back while the process ends.
  static Spec &the_spec = *new Spec(Spec::from_environment());
  return the_spec;
}

bool misbehave(std::string_view what) {
  if (what == "crash") {
    *reinterpret_cast<volatile int *>(unreadable_address) = 0;
  } else if (what == "abort") {
    std::abort();
  } else if (what == "hang") {
    for (volatile bool forever = true; forever;) {
    }
  } else if (what == "allocate") {
    // An impossible size, refused before the heap is used: the handler may have interrupted a
    // change of the heap.
    static volatile std::size_t too_much = std::size_t{1} << 63;
    if (void *volatile taken = std::malloc(too_much))
      std::free(taken);
  } else {
    return false;
  }
  return true;
}

u64 broken_value(const FieldInfo &field, std::string_view what, u64 value) {
  using Kind = FieldInfo::Kind;
  if (what == "zero" || what == "null")
    return 0;
  if (what == "unreadable")
    return unreadable_address;
  if (what == "plus_one")
    return value + 1;
  if (what == "minus_one")
    return value - 1;
  if (what == "flipped")
    return !value;
  if (what == "exchanged")
    return 3 - value; // scope begin is 1 and scope end is 2
  if (what == "next" || what == "previous")
    return neighbour(field.set, value, what == "next" ? 1 : -1);
  if (what.starts_with("toggled_"))
    return value ^ ompt_abi::parse(field.set, what.substr(8)).value_or(0);
  if (what.starts_with("is_"))
    return ompt_abi::parse(field.set, what.substr(3)).value_or(0);
  switch (field.kind) {
  case Kind::frame:
    return broken_frame(what, value);
  case Kind::text: {
    static const char rubbish[] = "\x01\xff\x7f%n\xc3";
    static const std::string_view endless = text_without_end();
    static const char same[] = "same";
    if (what == "unterminated")
      return reinterpret_cast<u64>(endless.substr(endless.size() - 64).data());
    return reinterpret_cast<u64>(what == "empty" ? "" : what == "same" ? same : rubbish);
  }
  case Kind::word: {
    static u64 words[64]; // fresh words, so that two events share none
    static std::atomic<unsigned> next;
    return reinterpret_cast<u64>(&words[next++ % 64]);
  }
  case Kind::flags:
    return value | 0x10000;
  default:
    return garbage_number;
  }
}

} // namespace cts::faults::online
