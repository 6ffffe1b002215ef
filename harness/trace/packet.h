// The start of every packet of a stream (docs/trace-format.md).
#pragma once

#include "trace/types.h"

namespace cts {

inline constexpr u32 ctf_magic = 0xC1FC1FC1;
// Distinguishes our traces from other CTF traces; also the trace's uuid in the metadata.
inline constexpr u8 trace_uuid[16] = {0x6f, 0x6d, 0x70, 0x74, 0x2d, 0x63, 0x74, 0x73,
                                      0x8e, 0x01, 0x4f, 0x6d, 0x70, 0x54, 0x00, 0x02};

// Packet header and packet context of CTF together; all numbers little-endian, sizes in bits.
struct PacketHeader {
  u32 magic;
  u8 uuid[16];
  u32 stream_id;
  u64 thread; // CTF's stream_instance_id: number of the stream, in the order of first events
  u64 packet_size;
  u64 content_size; // after a crash the packet is valid up to here
  u64 begin;        // the stamp of its first event, or an earlier one
  u64 end;          // the stamp of its last event; may be later while the packet is written
  u64 sequence;
  u64 discarded; // events of this stream that were dropped so far
  u64 tid;       // the thread's number in the system
  u64 trace;     // the manifest's number of this trace
  u64 checksum;  // manifest.h; 0 while the packet is being written
};
static_assert(sizeof(PacketHeader) == 104);

// A thread's buffer is one packet: large enough for cheap writes, small enough for a core's
// second-level cache.
inline constexpr u32 packet_bytes = 256 * 1024;
// No record is larger, because texts and lists have limits.
inline constexpr u32 record_limit = 8 * 1024;

// More streams would fill a disk with buffers; the events of further threads count as dropped.
inline constexpr u32 stream_limit = 16384;

// Names inside a trace directory. A thread's stream is its full packets plus its buffer, a file of
// one packet that is mapped during recording. The buffer disappears when the thread ends in order.
inline constexpr const char *metadata_name = "metadata";
inline constexpr const char *stream_prefix = "thread_";
inline constexpr const char *tail_suffix = ".tail";
inline constexpr const char *info_directory = "info";
inline constexpr const char *manifest_name = "manifest"; // in info, as the following
inline constexpr const char *process_name = "process";
inline constexpr const char *maps_name = "maps";
// In its maps: the path of a mapping of no bytes, for unloaded code that was never noted.
inline constexpr const char *unloaded_path = "[unloaded]";

} // namespace cts
