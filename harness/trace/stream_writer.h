// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One thread's stream: the hot path of recording.
#pragma once

#include "trace/encoding.h"
#include "trace/stream_file.h"

#include <atomic>

namespace cts {

// Writes records into a buffer that is a shared mapping of a file, so that whatever was recorded
// survives the process. When the buffer is full it is appended to the stream's file and used again:
// the mapped pages stay warm, and no page fault is paid for an event.
//
// One thread uses a stream at a time. No function throws or allocates; open and close make system
// calls, append only when the buffer is full. If the file system refuses, events are counted as
// discarded and the program goes on.
class StreamWriter {
public:
  StreamWriter() = default;
  StreamWriter(const StreamWriter &) = delete;
  StreamWriter &operator=(const StreamWriter &) = delete;

  // Makes the files of stream `thread` in the trace directory with this absolute path (borrowed for
  // the writer's life). False if the file system gives no room; then append() only counts.
  // No descriptor stays open: the program under test may close any that it finds.
  bool open(const char *directory, u32 thread);

  // Appends what is in the buffer to the stream's file and removes the buffer. If that fails the
  // buffer stays where it is: it is a valid part of the trace.
  void close();

  bool is_open() const { return buffer_ != nullptr; }
  u64 discarded() const { return discarded_; }

  // Records e with the time stamp given (clock units; the upper 8 bits are lost). When append
  // returns true the event is in the file mapping for good.
  template <class E> bool append(const E &e, u64 time) {
    if (is_ordinary(e)) [[likely]]
      return append_as<false>(e, time);
    return append_as<true>(e, time);
  }

private:
  template <bool extended, class E> bool append_as(const E &e, u64 time) {
    std::size_t bytes;
    if constexpr (has_fixed_size<E>())
      bytes = header_bytes + fixed_bytes<extended, E>();
    else
      bytes = header_bytes + encoded_bytes<extended>(e);
    if (bytes > static_cast<std::size_t>(limit_ - cursor_)) [[unlikely]]
      if (!make_room(bytes))
        return false;
    cursor_ = encode<extended>(e, time, cursor_);
    // The record first, then the size that makes it part of the packet: x86 and the file mapping
    // keep that order, so only the compiler has to be told.
    std::atomic_signal_fence(std::memory_order_release);
    header_->content_size = static_cast<u64>(cursor_ - buffer_) * 8;
    return true;
  }

  bool make_room(std::size_t bytes);
  bool make_buffer();
  void forget_buffer();
  bool flush();
  void begin_packet();

  std::byte *cursor_ = nullptr;
  std::byte *limit_ = nullptr;
  std::byte *buffer_ = nullptr;
  PacketHeader *header_ = nullptr;
  u64 sequence_ = 0;
  u64 discarded_ = 0;
  u32 thread_ = 0;
  const char *directory_ = nullptr;
  StreamFile file_;
  bool full_ = false; // the file system refused: keep what is there, count the rest
};

} // namespace cts
