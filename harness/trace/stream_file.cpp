#include "trace/stream_file.h"

#include "trace/text_buffer.h"

#include <cstddef>

namespace cts {
namespace {

// A sparse file: only written parts take disk space.
constexpr u64 step = 64 * 1024 * 1024;

Text stream_path(const char *directory, const char *before, u32 thread) {
  return {directory, "/", before, stream_prefix, SixDigits{thread}};
}

} // namespace

// The packet after the last one, up to the end of the file.
int StreamFile::write_packet(int file, const std::byte *packet, u64 bytes) const {
  PacketHeader header;
  std::memcpy(&header, packet, sizeof header);
  header.packet_size = (size_ - end_) * 8;
  const int error = kernel::write_at(file, &header, sizeof header, end_);
  return error ? error
               : kernel::write_at(file, packet + sizeof header, bytes - sizeof header,
                                  end_ + sizeof header);
}

int StreamFile::claim(int file, u64 bytes) const {
  const u64 bits = bytes * 8;
  return kernel::write_at(file, &bits, sizeof bits, last_ + offsetof(PacketHeader, packet_size));
}

int StreamFile::begin(const char *directory, u32 thread, const std::byte *packet, u64 bytes) {
  const Text hidden = stream_path(directory, ".", thread); // CTF readers skip such files
  const int file = kernel::make(hidden);
  if (file < 0)
    return file;
  size_ = step;
  int error = kernel::resize(file, size_);
  if (error) {
    size_ = aligned(bytes);
    error = kernel::resize(file, size_);
  }
  if (!error)
    error = write_packet(file, packet, bytes);
  kernel::close(file);
  if (!error)
    error = kernel::rename(hidden, stream_path(directory, "", thread));
  if (!error) {
    end_ = aligned(bytes);
  } else {
    kernel::unlink(hidden);
    size_ = 0;
  }
  return error;
}

int StreamFile::grow(int file, u64 bytes) {
  int error = 0;
  for (const u64 size : {size_ + step, end_ + aligned(bytes)}) {
    if ((error = claim(file, size - last_)) != 0)
      return error;
    if ((error = kernel::resize(file, size)) == 0) {
      size_ = size;
      return 0;
    }
  }
  claim(file, size_ - last_);
  return error;
}

int StreamFile::append(const char *directory, u32 thread, const std::byte *packet, u64 bytes) {
  if (size_ == 0)
    return begin(directory, thread, packet, bytes);
  const int file = kernel::open(stream_path(directory, "", thread));
  if (file < 0)
    return file;
  int error = end_ + bytes <= size_ ? 0 : grow(file, bytes);
  if (!error)
    error = write_packet(file, packet, bytes);
  if (!error)
    error = claim(file, end_ - last_);
  kernel::close(file);
  if (!error) {
    last_ = end_;
    end_ += aligned(bytes);
  }
  return error;
}

int StreamFile::write_only(const char *directory, u32 thread, const std::byte *packet, u64 bytes) {
  const Text hidden = stream_path(directory, ".", thread);
  const int file = kernel::make(hidden);
  if (file < 0)
    return file;
  size_ = aligned(bytes);
  int error = write_packet(file, packet, bytes);
  if (!error && size_ != bytes)
    error = kernel::write_at(file, "\0\0\0\0\0\0\0", size_ - bytes, bytes);
  kernel::close(file);
  if (!error)
    error = kernel::rename(hidden, stream_path(directory, "", thread));
  if (error)
    kernel::unlink(hidden);
  size_ = error ? 0 : size_;
  end_ = size_;
  return error;
}

void StreamFile::finish(const char *directory, u32 thread) {
  if (size_ == end_)
    return;
  const int file = kernel::open(stream_path(directory, "", thread));
  if (file < 0)
    return;
  if (kernel::resize(file, end_) == 0 && claim(file, end_ - last_) == 0)
    size_ = end_;
  kernel::close(file);
}

} // namespace cts
