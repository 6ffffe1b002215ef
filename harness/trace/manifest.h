// info/manifest: the parts of a trace and the state of its process (docs/trace-format.md). The
// recorder updates it through a shared mapping; the reader compares the files with it.
#pragma once

#include "trace/packet.h"

#include <algorithm>
#include <atomic>

namespace cts {

inline constexpr u64 manifest_magic = 0x32305354432d544d; // "MT-CTS02"
inline constexpr u32 manifest_header_bytes = 4096;

// How a process ended, if the process, or the program that replaced it, could record that.
enum class ProcessEnd : u32 {
  unknown = 0, // it still runs, or was killed, crashed, or left by _exit
  exited = 1,  // by exit or the end of main: its destructors have run
  replaced = 2 // by exec: the new program found this trace and the same process
};

// The initializer's current request to the runtime, in case the request ends the process.
enum class InitializerStep : u32 {
  none = 0,
  lookup = 1,
  enumerate = 2,
  registration = 3,
  done = 4
};

// The beginning of the file. Each word is stored whole, at any time.
struct ManifestHeader {
  u64 magic;        // manifest_magic
  u64 trace;        // a number that every packet of this trace has, and no other trace's
  u32 header_bytes; // where the entries begin
  u32 entry_bytes;
  u32 process; // its id, its parent's,
  u32 parent;
  u64 start;       // and when it started, clock ticks since the machine did (/proc/PID/stat, 22)
  u32 started;     // ompt_start_tool has given the runtime its functions
  u32 initialized; // the initializer has returned
  u32 finalized;   // the finalizer was called
  ProcessEnd end;
  u64 dropped;   // events that were dropped without a stream
  u64 nested;    // dropped, because a signal handler interrupted the recording of another
  u64 lost_from; // the first stamp at which an event was dropped; 0: none was
  u32 error;     // why: an errno; 0: the limit, or a signal handler
  u32 streams;   // the number of begun streams
  u64 limit;     // of the trace's bytes; 0: none
  u64 used;      // of these
  u64 next_identifier;
  InitializerStep step; // the initializer's current step
  u32 stopped;          // the limit has been reached
  u64 clock_zero;       // the clock's value at the beginning of its stamps
  // For a trace that is judged while it grows (check --live):
  u32 waits;         // the recorder waits at the limit until the judge makes room
  u32 gone;          // judged packets were given up: the rest is no trace
  u64 freed;         // bytes of these so far
  u64 judged_events; // in total, when the judge has reached the end
  u64 maps_bytes;    // of info/maps as last written
  u32 maps_stale;    // code that was loaded later may be missing from it: it could not be written
};

// The entry of each stream, by its number.
struct StreamEntry {
  enum State : u32 {
    none,    // no such stream
    open,    // its last packet is in its tail
    closing, // between the two: the tail may exist or not
    closed   // the file is complete, and this entry is final
  };
  // The values of `recording`: `stamped`: the thread is about to take a stamp, or its event is not
  // in the packet yet; `not_begun`: the stream waits for its first buffer, and has taken no stamp.
  enum Recording : u32 { idle, stamped, not_begun };
  u64 packets;   // in the file
  u64 bytes;     // of the file, without padding
  u64 checksum;  // of the packets' checksums, in order
  u64 discarded; // events that were dropped
  u64 tid;       // the thread's number in the system
  u32 state;
  u32 error; // why events were dropped: an errno; 0 for the limit
  u32 recording;
  u32 reserved;
  u64 waiting; // the stamp of the last event that needed more room: no older one follows
};
static_assert(sizeof(StreamEntry) == 64);

// A checksum of n bytes against accidents, not against forgers; continues an earlier checksum.
// Never 0. Each multiplication takes 16 bytes; four run at a time.
inline u64 checksum_of(const void *from, u64 n, u64 seed) {
#ifdef __SIZEOF_INT128__
  const auto mix = [](u64 a, u64 b) {
    const auto product = static_cast<unsigned __int128>(a) * b;
    return static_cast<u64>(product) ^ static_cast<u64>(product >> 64);
  };
#else
  const auto mix = [](u64 a, u64 b) {
    const u64 low = (a ^ (b >> 32)) * ((b << 1) | 1);
    return low ^ (low >> 31);
  };
#endif
  constexpr u64 k[4] = {0x2d358dccaa6c78a5, 0x8bb84b93962eacc9, 0x4b33a62ed433d4a3,
                        0x4d5a2da51de1aa47};
  const auto *at = static_cast<const unsigned char *>(from);
  const auto word = [](const unsigned char *from_there) {
    u64 value;
    std::memcpy(&value, from_there, sizeof value);
    return value;
  };
  u64 lane[4] = {seed ^ k[0], seed + k[1], ~seed ^ k[2], seed - k[3]};
  // Unrolled, the lanes stay in registers: a third less time with GCC 12.
  const auto take = [&](const unsigned char *block) {
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i)
      lane[i] = mix(word(block + 16 * i) ^ lane[i], word(block + 16 * i + 8) ^ k[i]) + lane[i];
  };
  constexpr u64 block_bytes = 64;
  u64 left = n;
  for (; left >= block_bytes; at += block_bytes, left -= block_bytes)
    take(at);
  unsigned char rest[block_bytes] = {};
  if (left)
    std::memcpy(rest, at, left);
  take(rest);
  u64 sum = n;
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i)
    sum = mix(sum ^ lane[i], k[i] ^ 0x9E3779B97F4A7C15) + lane[i];
  return sum ? sum : 1;
}

// The checksum of a packet: its content and the header's fields that stay once the packet is full.
inline u64 packet_checksum(const PacketHeader &header, const void *content, u64 bytes) {
  const u64 words[] = {header.trace, header.thread,   header.content_size, header.begin,
                       header.end,   header.sequence, header.discarded,    header.tid};
  return checksum_of(content, bytes, checksum_of(words, sizeof words, 0));
}
// A stream's checksum, extended by the next packet's.
constexpr u64 stream_checksum(u64 before, u64 packet) {
  return (before ^ packet) * 0x9E3779B97F4A7C15u + 1;
}

// Reads a word of the manifest of a running process, which another thread stores.
template <class T> T now_in(const T &word) {
  return std::atomic_ref(const_cast<T &>(word)).load(std::memory_order_acquire);
}

} // namespace cts
