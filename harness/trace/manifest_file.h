// The manifest of a trace that is being written.
#pragma once

#include "trace/buffer_pool.h"
#include "trace/manifest.h"

#include <atomic>

namespace cts {

// A judge that reads along keeps at least so much of each stream, for events that findings point
// back to. On the disk are then also the buffer, a packet that waits to be given up and one that
// has not been read: the limit of a trace is never less than this for each of its streams.
inline constexpr u32 live_window_bytes = 2 * packet_bytes;
inline constexpr u32 live_stream_bytes = live_window_bytes + 4 * packet_bytes;

// Functions are thread safe unless they say otherwise; none allocates, throws, or leaves a
// descriptor open. Errors are negative numbers, as the kernel's.
class ManifestFile {
public:
  constexpr ManifestFile() = default;

  // Makes info/manifest in the trace directory with this absolute path (borrowed) for the calling
  // process; `limit` of the trace in bytes, 0: none; `waits`: for a judge to make room where the
  // limit is reached. Once for an object, or again in a forked child.
  int create(const char *directory, u64 limit, bool waits = false);
  // Lets go of the mapping.
  void close();

  bool is_open() const { return mapping_ != nullptr; }
  ManifestHeader &header() const { return *static_cast<ManifestHeader *>(mapping_); }
  // The stream's entry; null if the disk has no room for it, or there are too many.
  StreamEntry *entry(u32 stream);

  // So many bytes are to be written. False if the limit forbids it, now or before. May wait for a
  // judge, but not for one that has made no room for ten seconds.
  bool take(u64 bytes);
  void give_back(u64 bytes) { std::atomic_ref(header().used).fetch_sub(bytes); }
  BufferPool &buffers() { return buffers_; }

  // An event with this stamp was dropped; `error`: why, 0: the limit or a signal handler.
  void lost(u64 time, u32 error);

private:
  bool fits(u64 bytes);

  const char *directory_ = nullptr;
  void *mapping_ = nullptr;
  BufferPool buffers_;
  std::atomic<u64> turns_ = 0, turn_ = 0; // of those who take room, where they may have to wait
  std::atomic<u64> reserved_[stream_limit / 64 / 64] = {}; // pages of entries, a bit each
};

// In the manifest of the trace in this directory: the process that wrote it is the calling one, and
// had another program then. Does nothing to the traces of other processes.
void mark_replaced(const char *directory);

// When a process started, clock ticks since the machine did, as its /proc/PID/stat says; 0 where
// that does not say, and for a process that has ended and was not waited for.
u64 process_start(const char *stat = "/proc/self/stat");
// The same of any other of its numbers, as proc(5) counts them.
u64 process_stat(int wanted, const char *stat);

} // namespace cts
