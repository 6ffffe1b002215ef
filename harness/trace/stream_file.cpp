// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/stream_file.h"

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

namespace cts {
namespace {

// A sparse file: only what is written takes room.
constexpr u64 step = 64 * 1024 * 1024;

struct Path {
  Path(const char *directory, const char *before, u32 thread) {
    std::snprintf(text, sizeof text, "%s/%s%s%06u", directory, before, stream_prefix, thread);
  }
  char text[4096];
};

bool write_at(int file, const void *from, u64 bytes, u64 offset) {
  const auto *at = static_cast<const std::byte *>(from);
  while (bytes > 0) {
    const ssize_t wrote = ::pwrite(file, at, bytes, static_cast<off_t>(offset));
    if (wrote < 0 && errno == EINTR)
      continue;
    if (wrote <= 0)
      return false;
    at += wrote;
    offset += static_cast<u64>(wrote);
    bytes -= static_cast<u64>(wrote);
  }
  return true;
}

bool resize(int file, u64 size) { return ::ftruncate(file, static_cast<off_t>(size)) == 0; }

// Packets begin at multiples of 8, so that the store of a claim is never torn.
constexpr u64 aligned(u64 bytes) { return (bytes + 7) & ~u64{7}; }

} // namespace

// The packet behind the last one, up to the end of the file.
bool StreamFile::write_packet(int file, const std::byte *packet, u64 bytes) const {
  PacketHeader header;
  std::memcpy(&header, packet, sizeof header);
  header.packet_size = (size_ - end_) * 8;
  return write_at(file, &header, sizeof header, end_) &&
         write_at(file, packet + sizeof header, bytes - sizeof header, end_ + sizeof header);
}

bool StreamFile::claim(int file, u64 bytes) const {
  const u64 bits = bytes * 8;
  return write_at(file, &bits, sizeof bits, last_ + offsetof(PacketHeader, packet_size));
}

bool StreamFile::begin(const char *directory, u32 thread, const std::byte *packet, u64 bytes) {
  const Path hidden(directory, ".", thread); // CTF readers skip such files
  const int file = ::open(hidden.text, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0)
    return false;
  size_ = step;
  bool good = resize(file, size_);
  if (!good) {
    size_ = aligned(bytes);
    good = resize(file, size_);
  }
  good = good && write_packet(file, packet, bytes);
  ::close(file);
  good = good && ::rename(hidden.text, Path(directory, "", thread).text) == 0;
  if (good) {
    end_ = aligned(bytes);
  } else {
    ::unlink(hidden.text);
    size_ = 0;
  }
  return good;
}

bool StreamFile::grow(int file, u64 bytes) {
  for (const u64 size : {size_ + step, end_ + aligned(bytes)}) {
    if (!claim(file, size - last_))
      return false;
    if (resize(file, size)) {
      size_ = size;
      return true;
    }
  }
  claim(file, size_ - last_);
  return false;
}

bool StreamFile::append(const char *directory, u32 thread, const std::byte *packet, u64 bytes) {
  if (size_ == 0)
    return begin(directory, thread, packet, bytes);
  const int file = ::open(Path(directory, "", thread).text, O_WRONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  const bool good = (end_ + bytes <= size_ || grow(file, bytes)) &&
                    write_packet(file, packet, bytes) && claim(file, end_ - last_);
  ::close(file);
  if (good) {
    last_ = end_;
    end_ += aligned(bytes);
  }
  return good;
}

bool StreamFile::adopt(const char *directory, u32 thread, const char *path, u64 bytes) {
  if (::rename(path, Path(directory, "", thread).text) != 0)
    return false;
  end_ = aligned(bytes);
  size_ = packet_bytes;
  return true;
}

void StreamFile::finish(const char *directory, u32 thread) {
  if (size_ == end_)
    return;
  const int file = ::open(Path(directory, "", thread).text, O_WRONLY | O_CLOEXEC);
  if (file < 0)
    return;
  if (resize(file, end_) && claim(file, end_ - last_))
    size_ = end_;
  ::close(file);
}

} // namespace cts
