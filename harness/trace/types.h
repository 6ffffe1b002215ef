// The values that an event's fields can hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace cts {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

// The kind of entity that our identifier names.
enum class Entity : u8 { thread, parallel, task, target, op, tool };

// An ompt_data_t * as a callback passed it, after the callback has begun and, for New, after the
// checker has written its identifier there.
//
//   id != 0                 the word holds the identifier that the checker wrote for this entity
//   id == 0, address == 0   a null pointer
//   id == 0, address != 0   something else: value is what the word held
//
// Only the word's value counts: runtimes may move these objects, and keep several copies
// of a parallel region's. So a Ref with an identifier has no address; a New always has one, and in
// the extended form the word's old content (0 is right at the beginning of a life).
struct Data {
  u32 id = 0;
  u64 address = 0;
  u64 value = 0;

  constexpr bool null() const { return id == 0 && address == 0; }
  constexpr bool ours() const { return id != 0; }
  constexpr bool foreign() const { return id == 0 && address != 0; }
  // The pointer led nowhere: no word of a runtime or tool is all ones.
  constexpr bool unreadable() const { return foreign() && value == ~u64{0}; }
};
struct Ref : Data {};
struct New : Data {};

// The word that stands for an identifier: the identifier below, a check pattern made from it above.
constexpr u64 identifier_word(u32 id) { return (u64{(id ^ 0x6f6d7074u) * 0x9E3779B1u} << 32) | id; }
constexpr bool is_identifier_word(u64 word) {
  return static_cast<u32>(word) != 0 && word == identifier_word(static_cast<u32>(word));
}

// An ompt_frame_t. `address` is the object's address: 0 for a null pointer, 1 in the compact form.
struct Frame {
  u64 address = 0;
  u64 exit = 0;
  u64 enter = 0;
  u32 exit_flags = 0;
  u32 enter_flags = 0;

  // The pointer led nowhere.
  constexpr bool unreadable() const { return address && exit_flags == ~0u && enter_flags == ~0u; }
};

// A sequence of 64-bit words inside a record; it lives as long as the record's bytes do.
class List {
public:
  constexpr List() = default;
  constexpr List(const void *words, u32 count)
      : bytes_(static_cast<const std::byte *>(words)), count_(count) {}
  constexpr u32 size() const { return count_; }
  constexpr bool empty() const { return count_ == 0; }
  u64 operator[](u32 index) const {
    u64 word;
    std::memcpy(&word, bytes_ + std::size_t{index} * 8, 8);
    return word;
  }
  const std::byte *bytes() const { return bytes_; }

private:
  const std::byte *bytes_ = nullptr;
  u32 count_ = 0;
};

} // namespace cts
