// The manifest of a trace during its recording.
#pragma once

#include "trace/buffer_pool.h"
#include "trace/manifest.h"

#include <atomic>

namespace cts {

// The least that a live judge keeps of each stream, for events that findings point back to. The
// disk then also has the buffer, a packet to be given up and an unread one, so the limit of a trace
// is never less than this for each of its streams.
inline constexpr u32 live_window_bytes = 2 * packet_bytes;
inline constexpr u32 live_stream_bytes = live_window_bytes + 4 * packet_bytes;

// Functions are thread safe unless they say otherwise; none allocates, throws, or leaves a
// descriptor open. Errors are negative numbers, as the kernel's.
class ManifestFile {
public:
  constexpr ManifestFile() = default;

  // Makes info/manifest in the trace directory with this absolute path (borrowed) for the calling
  // process. `limit` of the trace in bytes, 0: none; `waits`: at the limit, wait for a judge to
  // make room. Call it once for an object, and again in a forked child.
  int create(const char *directory, u64 limit, bool waits = false);
  // Removes the mapping.
  void close();

  bool is_open() const { return mapping_ != nullptr; }
  ManifestHeader &header() const { return *static_cast<ManifestHeader *>(mapping_); }
  // The stream's entry; null if the disk is full or there are too many streams.
  StreamEntry *entry(u32 stream);

  // Reserves this many bytes. False if the limit forbids it, now or before. May wait for a judge,
  // but gives up after ten seconds without new room.
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
  std::atomic<u64> turns_ = 0, turn_ = 0; // of callers that take room, which may have to wait
  std::atomic<u64> reserved_[stream_limit / 64 / 64] = {}; // pages of entries, a bit each
};

// Records the replacement in the manifest of the trace in this directory, if the calling process
// wrote it with another program. Leaves the traces of other processes alone.
void mark_replaced(const char *directory);

} // namespace cts
