// Reads a trace directory, whether its program ended normally, crashed or still runs, and whether
// or not the files are damaged.
#pragma once

#include "trace/encoding.h"
#include "trace/machines.h"
#include "trace/manifest.h"
#include "trace/metadata.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cts {

// One record, undecoded. The bytes belong to the stream and live until its next packet is read.
struct RawEvent {
  u8 code = 0;
  bool extended = false;
  u32 thread = 0;
  u64 position = 0; // number of the event in its thread, from 0
  u64 time = 0;     // clock ticks
  const std::byte *fields = nullptr;
  const std::byte *end = nullptr;
};

// Decodes raw as an E. Returns false if the bytes hold no E; e is then useless.
template <class E> bool decode(const RawEvent &raw, E &e) {
  const auto as = [&]<bool extended>(std::bool_constant<extended>) {
    constexpr bool fixed = has_fixed_size<E>();
    if constexpr (fixed)
      if (static_cast<std::size_t>(raw.end - raw.fields) < fixed_bytes<extended, E>())
        return false;
    encoding::Decoder<extended, fixed> decoder(raw.fields, raw.end);
    E::visit(e, decoder);
    return decoder.good();
  };
  return raw.extended ? as(std::true_type{}) : as(std::false_type{});
}

// The position of a packet in its stream's file.
struct PacketStart {
  u64 offset = 0, sequence = 0;
  u64 position = 0; // the number of its first event
};

// Decides about a stream's packets after they have been read, while the stream still grows.
class PacketWindow {
public:
  virtual ~PacketWindow() = default;
  // A packet of this many bytes has been read from the file.
  virtual void passed(const PacketStart &packet, u64 bytes) = 0;
};

// The events of one thread, in order. Memory: one packet. Not thread safe; two readers of the same
// stream do not disturb each other.
class StreamReader {
public:
  // `files`: the stream's file and its buffer's; either may be missing. `entry`: the stream's entry
  // in the manifest of the trace with this number.
  StreamReader(u32 thread, std::vector<std::string> files, const StreamEntry &entry, u64 trace);
  // For a growing stream, from a packet on: next() also returns false if no further event is
  // visible yet, and may be called again. `entry` is that of the mapped manifest, `window` (or
  // null) is informed of every packet; both are borrowed. `directory`: of the trace.
  StreamReader(u32 thread, const std::string &directory, const StreamEntry *entry, u64 trace,
               const PacketStart &from, PacketWindow *window);
  // The stream has stopped growing; `entry` is its final entry in the manifest.
  void settle(const StreamEntry &entry);

  // The next event; false at the end, or where damage() begins.
  bool next(RawEvent &event) {
    const auto left = static_cast<std::size_t>(end_ - at_);
    if (left < header_bytes || sizes[static_cast<u8>(*at_)] > left) [[unlikely]]
      return next_elsewhere(event);
    head(event);
    at_ = event.end = at_ + sizes[static_cast<u8>(*at_)];
    ++position_;
    return true;
  }

  // The stamp of the first event, from the beginning of the file alone; nothing if it is not there.
  // Call it before next().
  std::optional<u64> first_stamp() const;

  u32 thread() const { return thread_; }
  // The number of dropped events in the packets read so far.
  u64 discarded() const { return discarded_; }
  // The damage at which reading stopped; empty if there is none.
  const std::string &damage() const { return damage_; }

private:
  // Fills in the event from the record at at_, except its end.
  void head(RawEvent &event) const {
    u64 header;
    std::memcpy(&header, at_, sizeof header);
    const u8 stored = static_cast<u8>(header);
    event.code = stored & static_cast<u8>(~extended_bit);
    event.extended = (stored & extended_bit) != 0;
    event.thread = thread_;
    event.position = position_;
    event.time = header >> 8;
    event.fields = at_ + header_bytes;
  }
  bool next_elsewhere(RawEvent &event);
  bool next_packet();
  bool next_packet_so_far();
  bool next_of_tail(u64 in_file);
  bool next_file();
  bool judged(const PacketHeader &header, bool is_tail);
  bool damaged(std::string what);

  // Bytes of a record by its stored code (with the extended bit). Unknown codes have a size larger
  // than any packet.
  struct Sizes : std::array<u32, 256> {
    static constexpr u32 unknown = ~u32{0}, variable = unknown - 1;
    constexpr Sizes() {
      fill(unknown);
      event::for_each([&]<class E>(E) {
        (*this)[E::event_code] = (*this)[E::event_code | extended_bit] = variable;
        if constexpr (has_fixed_size<E>()) {
          (*this)[E::event_code] = header_bytes + fixed_bytes<false, E>();
          (*this)[E::event_code | extended_bit] = header_bytes + fixed_bytes<true, E>();
        }
      });
    }
  };
  static const Sizes sizes;

  u32 thread_;
  std::vector<std::string> files_;
  std::size_t file_index_ = 0;
  u64 offset_ = 0;
  u64 next_sequence_ = 0;
  u64 position_ = 0;
  u64 discarded_ = 0;
  u64 checksum_ = 0;
  StreamEntry entry_{};
  u64 trace_;
  const StreamEntry *growing_ = nullptr;
  PacketWindow *window_ = nullptr;
  std::optional<u64> last_; // position of the last packet read from a growing file
  u64 of_tail_ = 0;         // bytes of the next packet that were read in the tail
  u64 of_tail_from_ = 0;    // and the position of its begin
  std::vector<std::byte> packet_;
  const std::byte *at_ = nullptr;
  const std::byte *end_ = nullptr;
  std::string damage_;
};

inline constexpr StreamReader::Sizes StreamReader::sizes;

// An executable mapping of the recorded process.
struct Mapping {
  u64 low, high, file_offset;
  std::string path; // in the recorded process
  std::string file; // its readable copy: path, or below the folder of take_code_from
};

// The name of a stream's file in its trace's folder; the tail's name ends in tail_suffix.
std::string stream_name(u32 thread);

// The mappings that a trace in this directory notes, and the current ones of its process, if that
// is still the process of the manifest.
std::vector<Mapping> mappings_now(const std::string &directory, const ManifestHeader &manifest);

// The sizes of a stream's existing files.
struct StreamFiles {
  std::optional<u64> stream, tail;
};

class Trace {
public:
  // Opens the trace in this directory. Returns nothing, and one line with the reason, if there is
  // no trace or it is not one of ours.
  static std::optional<Trace> open(const std::string &directory, std::string &error);

  const std::string &directory() const { return directory_; }
  const Environment &environment() const { return environment_; }
  // A value of the environment block; empty if the name is missing.
  std::string environment(std::string_view name) const;
  // The recording machine.
  const MachineFacts &machine() const { return machine_called(environment("machine")); }
  const Clock &clock() const { return clock_; }
  // The manifest's facts about the process and the whole trace.
  const ManifestHeader &manifest() const { return manifest_; }
  // The tool's initializer returned; its finalizer was called.
  bool initialized() const { return manifest_.initialized != 0; }
  bool finalized() const { return manifest_.finalized != 0; }
  // The end of the process: "exited", "replaced" (by exec), "running", or "unknown": the process
  // was killed, crashed, or left by _exit. Asks the system whether the process still runs; only the
  // recording machine can answer.
  std::string end() const;
  // The record has a proper end: the process exited, or the finalizer was called.
  bool ended() const { return finalized() || manifest_.end == ProcessEnd::exited; }
  // Events dropped outside any stream.
  u64 dropped() const { return manifest_.dropped + manifest_.nested; }
  // The reason why events were dropped, for people; empty if the manifest reports none.
  std::string loss() const;
  // The differences between the files and the manifest; empty if there are none. This reads no
  // file: the streams' readers may find more.
  const std::string &damage() const { return damage_; }
  // Name and value, in order: pid, parent, …, an "argument" for each (docs/trace-format.md). Values
  // are any bytes.
  const Environment &process() const { return process_; }
  const std::vector<Mapping> &mappings() const { return mappings_; }
  // Reads the mapped files only below this folder, by their whole path: the trace has come from
  // another machine. Call it before the mappings are used.
  void take_code_from(const std::string &folder);
  // The process is still recording (live.h).
  bool growing() const { return growing_; }

  // The streams' numbers, ascending; and a new reader of one of them.
  const std::vector<u32> &threads() const { return threads_; }
  StreamReader stream(u32 thread) const;

private:
  friend class LiveTrace;
  static std::optional<Trace> read(const std::string &directory, std::string &error);
  std::string directory_;
  bool growing_ = false;
  Environment environment_;
  Clock clock_;
  ManifestHeader manifest_{};
  std::vector<StreamEntry> entries_; // by stream
  Environment process_;
  std::string damage_;
  std::vector<u32> threads_;
  std::map<u32, StreamFiles> files_; // by stream, as they were when the trace was opened
  std::vector<Mapping> mappings_;
};

} // namespace cts
