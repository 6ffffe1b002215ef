// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/stream_writer.h"

#include "trace/system_calls.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace cts {
namespace {

struct TailPath {
  TailPath(const char *directory, const char *before, u32 thread) {
    std::snprintf(text, sizeof text, "%s/%s%s%06u%s", directory, before, stream_prefix, thread,
                  tail_suffix);
  }
  char text[4096];
};

// Reserves real blocks: storing into a mapping of a sparse file on a full disk would be a SIGBUS in
// the program under test.
bool reserve(int fd, u32 bytes) {
  int error;
  while ((error = ::posix_fallocate(fd, 0, bytes)) == EINTR) {
  }
  return error == 0;
}

} // namespace

bool StreamWriter::open(const char *directory, u32 thread) {
  directory_ = directory;
  thread_ = thread;
  full_ = !make_buffer();
  return !full_;
}

// The file gets its name when it is a packet: before that CTF readers skip it.
bool StreamWriter::make_buffer() {
  const Unnoticed unnoticed;
  const TailPath path(directory_, "", thread_), hidden(directory_, ".", thread_);
  if (::access(path.text, F_OK) == 0) // somebody else's
    return false;
  const int fd = ::open(hidden.text, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (fd < 0)
    return false;
  void *mapping = MAP_FAILED;
  if (reserve(fd, packet_bytes))
    mapping = ::mmap(nullptr, packet_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  ::close(fd);
  if (mapping == MAP_FAILED) {
    ::unlink(hidden.text);
    return false;
  }
  buffer_ = static_cast<std::byte *>(mapping);
  // All pages now, each by a store: an event is no place for page faults. (MAP_POPULATE would leave
  // the faults of the first store to a page of a shared mapping.)
  for (u32 at = 0; at < packet_bytes; at += 4096)
    static_cast<volatile std::byte *>(buffer_)[at] = std::byte{0};
  header_ = reinterpret_cast<PacketHeader *>(buffer_);
  PacketHeader header{};
  header.magic = ctf_magic;
  std::memcpy(header.uuid, trace_uuid, sizeof trace_uuid);
  header.thread = thread_;
  header.packet_size = u64{packet_bytes} * 8;
  std::memcpy(buffer_, &header, sizeof header);
  begin_packet();
  if (::rename(hidden.text, path.text) == 0)
    return true;
  ::munmap(buffer_, packet_bytes);
  ::unlink(hidden.text);
  forget_buffer();
  return false;
}

// Empties the buffer first: at no moment do old records stand in a packet with a new number.
void StreamWriter::begin_packet() {
  header_->content_size = sizeof(PacketHeader) * 8;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  header_->sequence = sequence_;
  header_->discarded = discarded_;
  cursor_ = buffer_ + sizeof(PacketHeader);
  limit_ = buffer_ + packet_bytes;
}

bool StreamWriter::flush() {
  if (!file_.append(directory_, thread_, buffer_, static_cast<u64>(cursor_ - buffer_)))
    return false;
  ++sequence_;
  return true;
}

bool StreamWriter::make_room(std::size_t bytes) {
  if (!buffer_ && directory_ && !full_ && make_buffer())
    return true; // closed in order, but there is more to come
  if (buffer_ && !full_ && bytes <= record_limit) {
    const Unnoticed unnoticed;
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
  if (!buffer_)
    return;
  const Unnoticed unnoticed;
  const TailPath tail(directory_, "", thread_);
  const u64 bytes = static_cast<u64>(cursor_ - buffer_);
  if (full_) {
    // The buffer stays where it is: a valid part of the trace.
  } else if (bytes == sizeof(PacketHeader)) {
    ::unlink(tail.text);
  } else if (file_.empty()) {
    sequence_ += file_.adopt(directory_, thread_, tail.text, bytes);
  } else if (flush()) {
    ::unlink(tail.text);
  }
  file_.finish(directory_, thread_);
  ::munmap(buffer_, packet_bytes);
  forget_buffer();
}

void StreamWriter::forget_buffer() {
  cursor_ = limit_ = buffer_ = nullptr;
  header_ = nullptr;
}

} // namespace cts
