// The bytes of a record (docs/trace-format.md): an 8-byte header, then the fields without padding,
// little-endian. The compact form is for ordinary events; the extended form holds in full what the
// compact form assumes. One description of the fields serves encoding, decoding and sizes.
#pragma once

#include "trace/events.h"

namespace cts {

// The header: code in the lowest 7 bits, bit 7 set for the extended form, time stamp above it.
inline constexpr u8 extended_bit = 0x80;
inline constexpr u32 header_bytes = 8;
inline constexpr u64 time_mask = (u64{1} << 56) - 1;
// A name that no lookup function knows; the checker asks for it as a test.
inline constexpr const char *no_entry_point = "ompt_no_such_entry_point";

// The recorder cuts longer strings and shortens longer lists.
inline constexpr u32 text_limit = 1023;
inline constexpr u32 list_limit = 256;

namespace encoding {

// Whether the compact form holds everything about this event.
struct IsOrdinary {
  bool yes = true;
  constexpr void num(const char *, auto) {}
  constexpr void hex(const char *, u64) {}
  constexpr void enumeration(const char *, event::Enumeration, u32 v) { yes &= v <= 0xFFFF; }
  constexpr void flags(const char *, event::Enumeration, u32) {}
  constexpr void ref(const char *, Entity, const Ref &r) { yes &= !r.foreign(); }
  constexpr void created(const char *, Entity, const New &n) {
    yes &= !n.foreign() && n.value == 0;
  }
  constexpr void frame(const char *, const Frame &f) {
    yes &= f.address != 0 && f.exit_flags <= 0xFF && f.enter_flags <= 0xFF;
  }
  constexpr void text(const char *, std::string_view) {}
  constexpr void list(const char *, const List &) {}
};

struct IsFixed {
  bool yes = true;
  constexpr void num(const char *, auto) {}
  constexpr void hex(const char *, u64) {}
  constexpr void enumeration(const char *, event::Enumeration, u32) {}
  constexpr void flags(const char *, event::Enumeration, u32) {}
  constexpr void ref(const char *, Entity, const Ref &) {}
  constexpr void created(const char *, Entity, const New &) {}
  constexpr void frame(const char *, const Frame &) {}
  constexpr void text(const char *, std::string_view) { yes = false; }
  constexpr void list(const char *, const List &) { yes = false; }
};

template <bool extended> class Encoder {
public:
  explicit Encoder(std::byte *at) : at_(at) {}
  std::byte *end() const { return at_; }

  template <class T> void num(const char *, T v) { put(v); }
  void hex(const char *, u64 v) { put(v); }
  void enumeration(const char *, event::Enumeration, u32 v) {
    if constexpr (extended)
      put(v);
    else
      put(static_cast<u16>(v));
  }
  void flags(const char *, event::Enumeration, u32 v) { put(v); }
  void ref(const char *, Entity, const Ref &r) {
    put(r.id);
    if constexpr (extended) {
      put(r.address);
      put(r.value);
    }
  }
  void created(const char *, Entity, const New &n) {
    put(n.id);
    put(n.address);
    if constexpr (extended)
      put(n.value);
  }
  void frame(const char *, const Frame &f) {
    put(f.exit);
    put(f.enter);
    if constexpr (extended) {
      put(f.exit_flags);
      put(f.enter_flags);
      put(f.address);
    } else {
      put(static_cast<u8>(f.exit_flags));
      put(static_cast<u8>(f.enter_flags));
    }
  }
  void text(const char *, std::string_view v) {
    if (!v.empty())
      std::memcpy(at_, v.data(), v.size());
    at_ += v.size();
    put(u8{0});
  }
  void list(const char *, const List &v) {
    put(v.size());
    if (!v.empty())
      std::memcpy(at_, v.bytes(), std::size_t{v.size()} * 8);
    at_ += std::size_t{v.size()} * 8;
  }

private:
  template <class T> void put(T v) {
    std::memcpy(at_, &v, sizeof v);
    at_ += sizeof v;
  }
  std::byte *at_;
};

// The number of bytes that an Encoder writes: exact for a given event.
template <bool extended> struct Measure {
  std::size_t bytes = 0;
  constexpr void num(const char *, auto v) { bytes += sizeof v; }
  constexpr void hex(const char *, u64) { bytes += 8; }
  constexpr void enumeration(const char *, event::Enumeration, u32) { bytes += extended ? 4 : 2; }
  constexpr void flags(const char *, event::Enumeration, u32) { bytes += 4; }
  constexpr void ref(const char *, Entity, const Ref &) { bytes += extended ? 20 : 4; }
  constexpr void created(const char *, Entity, const New &) { bytes += extended ? 20 : 12; }
  constexpr void frame(const char *, const Frame &) { bytes += extended ? 32 : 18; }
  constexpr void text(const char *, std::string_view v) { bytes += v.size() + 1; }
  constexpr void list(const char *, const List &v) { bytes += 4 + std::size_t{v.size()} * 8; }
};

// Reads the bytes of an Encoder, never at or after `end`; bytes that do not fit make it bad.
// `measured`: a caller has checked that everything fits.
template <bool extended, bool measured = false> class Decoder {
public:
  Decoder(const std::byte *at, const std::byte *end) : at_(at), end_(end) {}
  const std::byte *position() const { return at_; }
  bool good() const { return good_; }

  template <class T> void num(const char *, T &v) { get(v); }
  void hex(const char *, u64 &v) { get(v); }
  void enumeration(const char *, event::Enumeration, u32 &v) {
    if constexpr (extended) {
      get(v);
    } else {
      u16 narrow = 0;
      get(narrow);
      v = narrow;
    }
  }
  void flags(const char *, event::Enumeration, u32 &v) { get(v); }
  void ref(const char *, Entity, Ref &r) {
    get(r.id);
    if constexpr (extended) {
      get(r.address);
      get(r.value);
    }
  }
  void created(const char *, Entity, New &n) {
    get(n.id);
    get(n.address);
    if constexpr (extended)
      get(n.value);
  }
  void frame(const char *, Frame &f) {
    get(f.exit);
    get(f.enter);
    if constexpr (extended) {
      get(f.exit_flags);
      get(f.enter_flags);
      get(f.address);
    } else {
      u8 exit_flags = 0, enter_flags = 0;
      get(exit_flags);
      get(enter_flags);
      f.exit_flags = exit_flags;
      f.enter_flags = enter_flags;
      f.address = 1;
    }
  }
  void text(const char *, std::string_view &v) {
    const void *zero = std::memchr(at_, 0, static_cast<std::size_t>(end_ - at_));
    if (!zero) {
      good_ = false;
      at_ = end_;
      return;
    }
    v = {reinterpret_cast<const char *>(at_),
         static_cast<std::size_t>(static_cast<const std::byte *>(zero) - at_)};
    at_ += v.size() + 1;
  }
  void list(const char *, List &v) {
    u32 count = 0;
    get(count);
    if (count > static_cast<std::size_t>(end_ - at_) / 8) {
      good_ = false;
      at_ = end_;
      return;
    }
    v = List(at_, count);
    at_ += std::size_t{count} * 8;
  }

private:
  template <class T> void get(T &v) {
    if constexpr (!measured)
      if (static_cast<std::size_t>(end_ - at_) < sizeof v) {
        good_ = false;
        at_ = end_;
        return;
      }
    std::memcpy(&v, at_, sizeof v);
    at_ += sizeof v;
  }
  const std::byte *at_;
  const std::byte *end_;
  bool good_ = true;
};

} // namespace encoding

// Whether every field of the event has a fixed size.
template <class E> constexpr bool has_fixed_size() {
  encoding::IsFixed check;
  E e;
  E::visit(e, check);
  return check.yes;
}

// Bytes of the record's fields (without the header) in the given form, for this very event.
template <bool extended, class E> constexpr std::size_t encoded_bytes(const E &e) {
  encoding::Measure<extended> measure;
  E::visit(e, measure);
  return measure.bytes;
}

// The same for an event of fixed size.
template <bool extended, class E>
requires(has_fixed_size<E>()) constexpr std::size_t fixed_bytes() {
  return encoded_bytes<extended>(E{});
}

template <class E> constexpr bool is_ordinary(const E &e) {
  encoding::IsOrdinary check;
  E::visit(e, check);
  return check.yes;
}

// Writes header and fields at `to` (large enough: header_bytes + encoded_bytes) and returns the
// end.
template <bool extended, class E> std::byte *encode(const E &e, u64 time, std::byte *to) {
  const u64 header = (time << 8) | E::event_code | (extended ? extended_bit : 0);
  std::memcpy(to, &header, sizeof header);
  encoding::Encoder<extended> encoder(to + header_bytes);
  E::visit(e, encoder);
  return encoder.end();
}

} // namespace cts
