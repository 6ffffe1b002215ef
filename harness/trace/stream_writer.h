// One thread's stream: the hot path of recording.
#pragma once

#include "trace/encoding.h"
#include "trace/manifest_file.h"
#include "trace/stream_file.h"

#include <atomic>

namespace cts {

// Writes records into a buffer that is a shared mapping of a file, so that records survive the
// process. A full buffer is appended to the stream's file and used again: the mapped pages stay
// warm, so events cost no page faults.
//
// One thread uses a stream at a time, and none of its signal handlers during a call. No function
// throws or allocates; open and close make system calls, append only when the buffer is full. If
// the file system refuses, events are counted as discarded and the program continues.
class StreamWriter {
public:
  StreamWriter() = default;
  StreamWriter(const StreamWriter &) = delete;
  StreamWriter &operator=(const StreamWriter &) = delete;

  // Makes the files of stream `thread` in the trace directory with this absolute path, and its
  // entry in the manifest (both borrowed for the writer's life; a manifest may also be made later).
  // `tid`: the thread's number in the system. False if the file system has no room; then append()
  // only counts. No descriptor stays open: the program under test may close any descriptor.
  bool open(const char *directory, u32 thread, ManifestFile *manifest = nullptr, u64 tid = 0);

  // Appends the buffer to the stream's file and removes the buffer. If that fails, the buffer stays
  // as a valid part of the trace.
  void close();

  bool is_open() const { return buffer_ != nullptr; }
  u64 discarded() const { return discarded_; }
  // The entry in the manifest; null if there is none.
  StreamEntry *entry() const { return entry_; }

  // Records e with the given time stamp (clock units; the upper 8 bits are lost), or with that of
  // the previous event if this is later: a thread's stamps never fall. When append returns true,
  // the event is permanently in the file mapping.
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
      if (!make_room(bytes, time))
        return false;
    if (time < header_->end) [[unlikely]]
      time = header_->end;
    cursor_ = encode<extended>(e, time, cursor_);
    // A reader that sees this stamp sees all events before it (live.cpp).
    std::atomic_ref(header_->end).store(time, std::memory_order_release);
    // First the record, then the size that makes it part of the packet.
    std::atomic_ref(header_->content_size)
        .store(static_cast<u64>(cursor_ - buffer_) * 8, std::memory_order_release);
    return true;
  }

  bool make_room(std::size_t bytes, u64 time);
  bool touch_more(std::size_t bytes);
  int make_buffer(u64 time);
  bool take(u64 bytes, u64 time);
  int new_buffer(const char *path, u64 time);
  int begin_buffer(u64 time, const char *from, const char *to);
  bool give_up_buffer(const char *path);
  void forget_buffer();
  int flush(u64 time, bool last = false);
  void seal();
  void begin_packet(u64 time);
  void note(StreamEntry::State state);

  std::byte *cursor_ = nullptr;
  std::byte *limit_ = nullptr;
  std::byte *touched_ = nullptr; // the buffer's pages up to here are mapped
  std::byte *buffer_ = nullptr;
  PacketHeader *header_ = nullptr;
  u64 sequence_ = 0;
  u64 discarded_ = 0;
  u64 last_time_ = 0; // used if there is no packet
  u64 checksum_ = 0;
  u64 tid_ = 0;
  u32 thread_ = 0;
  u32 error_ = 0;
  const char *directory_ = nullptr;
  ManifestFile *manifest_ = nullptr;
  StreamEntry *entry_ = nullptr;
  StreamFile file_;
  bool full_ = false; // the file system refused: keep earlier events, count later ones
};

// Removes the waiting buffers of this trace directory; no buffer waits there afterwards.
void remove_waiting_buffers(const char *directory, ManifestFile &manifest);

} // namespace cts
