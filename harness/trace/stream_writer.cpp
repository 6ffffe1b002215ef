// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/stream_writer.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace cts {
namespace {

struct Path {
  char text[4096];
};

Path stream_path(const char *directory, u32 thread, const char *suffix) {
  Path path;
  std::snprintf(path.text, sizeof path.text, "%s/%s%06u%s", directory, stream_prefix, thread,
                suffix);
  return path;
}

// Reserves real blocks: storing into a mapping of a sparse file on a full disk would be a SIGBUS in
// the program under test.
bool reserve(int fd, u32 bytes) {
  int error;
  while ((error = ::posix_fallocate(fd, 0, bytes)) == EINTR) {
  }
  return error == 0;
}

} // namespace

bool StreamWriter::open(const char *directory, u32 thread, u64 sequence, u64 discarded) {
  directory_ = nullptr;
  thread_ = thread;
  sequence_ = sequence;
  discarded_ = discarded;
  full_ = false;
  const Path path = stream_path(directory, thread, tail_suffix);
  const int fd = ::open(path.text, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (fd < 0)
    return false;
  void *mapping = MAP_FAILED;
  if (reserve(fd, packet_bytes))
    mapping = ::mmap(nullptr, packet_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  ::close(fd);
  if (mapping == MAP_FAILED) {
    ::unlink(path.text);
    return false;
  }
  directory_ = directory;
  buffer_ = static_cast<std::byte *>(mapping);
  header_ = reinterpret_cast<PacketHeader *>(buffer_);
  begin_packet();
  return true;
}

void StreamWriter::begin_packet() {
  PacketHeader header{};
  header.magic = ctf_magic;
  std::memcpy(header.uuid, trace_uuid, sizeof trace_uuid);
  header.thread = thread_;
  header.packet_size = u64{packet_bytes} * 8;
  header.content_size = sizeof header * 8;
  header.sequence = sequence_;
  header.discarded = discarded_;
  std::memcpy(buffer_, &header, sizeof header);
  cursor_ = buffer_ + sizeof header;
  limit_ = buffer_ + packet_bytes;
}

// Appends the buffer, cut to its content, to the stream's file: all of it or nothing.
bool StreamWriter::flush() {
  const int file = ::open(stream_path(directory_, thread_, "").text,
                          O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0)
    return false;
  const off_t start = ::lseek(file, 0, SEEK_END);
  const std::size_t bytes = static_cast<std::size_t>(cursor_ - buffer_);
  header_->packet_size = bytes * 8;
  std::size_t done = 0;
  while (done < bytes) {
    const ssize_t wrote = ::write(file, buffer_ + done, bytes - done);
    if (wrote < 0 && errno == EINTR)
      continue;
    if (wrote <= 0) {
      header_->packet_size = u64{packet_bytes} * 8;
      // If even this fails, a reader recognises the torn packet; the buffer still has it whole.
      [[maybe_unused]] const int ignored = ::ftruncate(file, start);
      ::close(file);
      return false;
    }
    done += static_cast<std::size_t>(wrote);
  }
  ::close(file);
  ++sequence_;
  return true;
}

bool StreamWriter::make_room(std::size_t bytes) {
  if (!buffer_ && directory_ && !full_ && open(directory_, thread_, sequence_, discarded_))
    return true; // closed in order, but there is more to come
  if (buffer_ && !full_ && bytes <= record_limit) {
    if (flush()) {
      begin_packet();
      return true;
    }
    full_ = true;
  }
  limit_ = cursor_; // nothing smaller may slip in behind a dropped event
  ++discarded_;
  if (header_)
    header_->discarded = discarded_;
  return false;
}

void StreamWriter::close() {
  if (buffer_) {
    const bool empty = cursor_ == buffer_ + sizeof(PacketHeader);
    const bool written = !full_ && (empty || flush());
    ::munmap(buffer_, packet_bytes);
    if (written)
      ::unlink(stream_path(directory_, thread_, tail_suffix).text);
  }
  cursor_ = limit_ = buffer_ = nullptr;
  header_ = nullptr;
}

} // namespace cts
