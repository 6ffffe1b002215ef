// Texts put together inside a foreign process: without the C library and without a heap, because a
// callback may interrupt either.
#pragma once

#include "trace/scratch.h"

#include <string_view>
#include <type_traits>
#include <utility>

namespace cts {

// As std::string_view::substr, which may throw and so needs a C++ runtime.
constexpr std::string_view part_of(std::string_view text, std::size_t at,
                                   std::size_t most = std::string_view::npos) {
  at = at < text.size() ? at : text.size();
  return {text.data() + at, most < text.size() - at ? most : text.size() - at};
}

// A number with at least six digits, as in the names of streams' files.
struct SixDigits {
  u32 number;
};

// A text of any length, in memory of its own. The text is cut if memory runs out; a path gets all
// its memory at the beginning, or is empty.
class Text {
public:
  constexpr Text() = default;
  template <class Part, class... Parts>
  requires(!std::is_same_v<Part, Text>) Text(const Part &part, const Parts &...parts) {
    add(part, parts...);
  }
  Text(Text &&other) noexcept { *this = std::move(other); }
  Text &operator=(Text &&other) noexcept {
    std::swap(text_, other.text_);
    std::swap(length_, other.length_);
    std::swap(room_, other.room_);
    std::swap(ended_, other.ended_);
    return *this;
  }
  ~Text() { release(); }

  operator const char *() const { return text_ ? text_ : ""; }
  std::string_view view() const { return {text_, length_}; }
  bool empty() const { return length_ == 0; }

  template <class... Parts> void add(const Parts &...parts) { (put(parts), ...); }
  template <class Part> Text &operator+=(const Part &part) {
    put(part);
    return *this;
  }
  // Appends the bytes that read(to, bytes) stores, and returns its result: a number of bytes, or
  // less than one.
  template <class F> long add_read(std::size_t most, F &&read) {
    const long got = has_room(most) ? read(text_ + length_, most) : -ENOMEM;
    if (got > 0)
      text_[length_ += static_cast<std::size_t>(got)] = 0;
    return got;
  }

private:
  void put(std::string_view part) {
    if (!has_room(part.size()))
      return;
    if (!part.empty())
      std::memcpy(text_ + length_, part.data(), part.size());
    text_[length_ += part.size()] = 0;
  }
  void put(char c) { put(std::string_view(&c, 1)); }
  void put(u64 number) { put(number, 1); }
  void put(SixDigits digits) { put(digits.number, 6); }
  void put(u64 number, int least) {
    char digits[24];
    char *at = digits + sizeof digits;
    for (; number || least > 0; number /= 10, --least)
      *--at = static_cast<char>('0' + number % 10);
    put(std::string_view(at, static_cast<std::size_t>(digits + sizeof digits - at)));
  }

  // Room for this many more bytes and a zero after them.
  bool has_room(std::size_t more) { return (more < room_ - length_ || grow(more)) && !ended_; }
  [[gnu::noinline]] bool grow(std::size_t more) {
    std::size_t room = room_ ? room_ : Scratch::bytes;
    while (room - length_ <= more)
      room *= 2;
    void *text = room == Scratch::bytes ? Scratch::take() : kernel::map_private(room);
    if (!text || ended_)
      return !(ended_ = true);
    if (length_)
      std::memcpy(text, text_, length_);
    release();
    text_ = static_cast<char *>(text);
    room_ = room;
    return true;
  }
  void release() {
    if (room_ == Scratch::bytes)
      Scratch::give_back(text_);
    else if (text_)
      kernel::unmap(text_, room_);
  }

  char *text_ = nullptr;
  std::size_t length_ = 0;
  std::size_t room_ = 0;
  bool ended_ = false;
};

// The file's content, up to `limit` bytes; empty if it cannot be read.
inline Text text_of_file(const char *path, std::size_t limit) {
  Text text;
  const int file = kernel::open_to_read(path);
  if (file < 0)
    return text;
  const auto read = [file](char *to, std::size_t most) { return kernel::read(file, to, most); };
  while (text.view().size() < limit && text.add_read(4096, read) > 0) {
  }
  kernel::close(file);
  return text;
}

// Makes or replaces the file DIRECTORY/NAME completely, or leaves it unchanged. Returns 0, or an
// error's negative number.
inline int replace_file(const char *directory, const char *name, std::string_view text) {
  const Text path(directory, "/", name), fresh(directory, "/.", name);
  int file = kernel::make(fresh);
  if (file == -EEXIST) { // left by a process that was killed here, or put there
    kernel::unlink(fresh);
    file = kernel::make(fresh);
  }
  if (file < 0)
    return file;
  int error = kernel::write_at(file, text.data(), text.size(), 0);
  kernel::close(file);
  // A file that is replaced by its new name is written to the disk at once (ext4); one that changes
  // places with it is not.
  const bool changed = !error && kernel::exchange(fresh, path) == 0;
  if (!error && !changed)
    error = kernel::rename(fresh, path);
  if (error || changed)
    kernel::unlink(fresh);
  return error;
}

} // namespace cts
