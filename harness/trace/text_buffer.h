// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts put together inside a foreign process: without the C library and without a heap, either of
// which may be in the middle of something when a callback comes.
#pragma once

#include "trace/kernel.h"

#include <charconv>
#include <string_view>

namespace cts {

// As std::string_view::substr, which may throw and so needs a C++ runtime.
constexpr std::string_view part_of(std::string_view text, std::size_t at,
                                   std::size_t most = std::string_view::npos) {
  at = at < text.size() ? at : text.size();
  return {text.data() + at, most < text.size() - at ? most : text.size() - at};
}

// A number with six digits at least, as streams' files have them.
struct SixDigits {
  u32 number;
};

// A path or a message, in place. What does not fit is cut off; no system call takes a longer path.
class ShortText {
public:
  constexpr ShortText() : text_{} {}
  template <class Part, class... Parts> ShortText(const Part &part, const Parts &...parts) {
    text_[0] = 0;
    add(part, parts...);
  }
  template <class... Parts> void add(const Parts &...parts) { (put(parts), ...); }
  operator const char *() const { return text_; }
  std::string_view view() const { return {text_, length_}; }
  bool empty() const { return length_ == 0; }

private:
  void put(std::string_view part) {
    const std::size_t most = sizeof text_ - 1 - length_;
    const std::size_t bytes = part.size() < most ? part.size() : most;
    std::memcpy(text_ + length_, part.data(), bytes);
    length_ += bytes;
    text_[length_] = 0;
  }
  void put(u64 number) { put(number, 1); }
  void put(SixDigits digits) { put(digits.number, 6); }
  void put(u64 number, int least) {
    char digits[24];
    char *at = digits + sizeof digits;
    for (; number || least > 0; number /= 10, --least)
      *--at = static_cast<char>('0' + number % 10);
    put(std::string_view(at, static_cast<std::size_t>(digits + sizeof digits - at)));
  }

  char text_[4096];
  std::size_t length_ = 0;
};

// A text of any length, in memory of its own. Where there is none to be had, it ends early.
class LongText {
public:
  constexpr LongText() = default;
  LongText(LongText &&other) noexcept
      : text_(other.text_), length_(other.length_), room_(other.room_) {
    other.text_ = nullptr;
    other.length_ = other.room_ = 0;
  }
  LongText &operator=(LongText &&) = delete;
  ~LongText() {
    if (text_)
      kernel::unmap(text_, room_);
  }
  std::string_view view() const { return {text_, length_}; }

  LongText &operator+=(std::string_view part) {
    if (part.size() > room_ - length_ && !grow(part.size()))
      return *this;
    if (!part.empty())
      std::memcpy(text_ + length_, part.data(), part.size());
    length_ += part.size();
    return *this;
  }
  LongText &operator+=(char c) { return *this += std::string_view(&c, 1); }
  LongText &operator+=(u64 number) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    return *this += std::string_view(digits, static_cast<std::size_t>(end - digits));
  }
  void clear() { length_ = 0; }

private:
  bool grow(std::size_t more) {
    u64 room = room_ ? room_ : 16 * 1024;
    while (room - length_ < more)
      room *= 2;
    auto *text = static_cast<char *>(kernel::map_private(room));
    if (!text)
      return false;
    if (text_) {
      std::memcpy(text, text_, length_);
      kernel::unmap(text_, room_);
    }
    text_ = text;
    room_ = room;
    return true;
  }

  char *text_ = nullptr;
  std::size_t length_ = 0;
  std::size_t room_ = 0;
};

// What the file has, up to `limit` bytes; empty if it cannot be read.
inline LongText text_of_file(const char *path, std::size_t limit) {
  LongText text;
  const int file = kernel::open_to_read(path);
  if (file < 0)
    return text;
  char part[4096];
  long got;
  while (text.view().size() < limit && (got = kernel::read(file, part, sizeof part)) > 0)
    text += std::string_view(part, static_cast<std::size_t>(got));
  kernel::close(file);
  return text;
}

// Makes or replaces the file DIRECTORY/NAME as a whole: it has all of the text, or is as it was. 0,
// or an error's negative number.
inline int replace_file(const char *directory, const char *name, std::string_view text) {
  const ShortText path(directory, "/", name), fresh(directory, "/.", name);
  int file = kernel::open(fresh, O_WRONLY | O_CREAT);
  if (file == -EEXIST) { // left by somebody who was killed here, or put there
    kernel::unlink(fresh);
    file = kernel::open(fresh, O_WRONLY | O_CREAT);
  }
  if (file < 0)
    return file;
  int error = kernel::write_at(file, text.data(), text.size(), 0);
  kernel::close(file);
  if (!error)
    error = kernel::rename(fresh, path);
  if (error)
    kernel::unlink(fresh);
  return error;
}

} // namespace cts
