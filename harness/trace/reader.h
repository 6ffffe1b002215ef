// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading a trace directory: of a program that ended in order, that crashed, that still runs, or
// that somebody damaged.
#pragma once

#include "trace/encoding.h"
#include "trace/metadata.h"
#include "trace/packet.h"

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

// Decodes raw as an E. False if the bytes do not hold one; e is then of no use.
template <class E> bool decode(const RawEvent &raw, E &e) {
  const auto run = [&](auto decoder) {
    E::visit(e, decoder);
    return decoder.good();
  };
  return raw.extended ? run(encoding::Decoder<true>(raw.fields, raw.end))
                      : run(encoding::Decoder<false>(raw.fields, raw.end));
}

// The events of one thread, in order. Memory: one packet. Not thread safe; two readers of the same
// stream do not disturb each other.
class StreamReader {
public:
  // `files`: the stream's file and its buffer's, either may be missing.
  StreamReader(u32 thread, std::vector<std::string> files);

  // The next event; false at the end, or where damage() begins.
  bool next(RawEvent &event);

  u32 thread() const { return thread_; }
  // Events that were dropped, as far as has been read.
  u64 discarded() const { return discarded_; }
  // What is wrong with the bytes at which reading stopped; empty if nothing is.
  const std::string &damage() const { return damage_; }

private:
  bool next_packet();
  bool damaged(std::string what);

  u32 thread_;
  std::vector<std::string> files_;
  std::size_t file_index_ = 0;
  u64 offset_ = 0;
  u64 next_sequence_ = 0;
  u64 position_ = 0;
  u64 discarded_ = 0;
  std::vector<std::byte> packet_;
  const std::byte *at_ = nullptr;
  const std::byte *end_ = nullptr;
  std::string damage_;
};

// An executable mapping of the recorded process.
struct Mapping {
  u64 low, high, file_offset;
  std::string path;
};

class Trace {
public:
  // Opens the trace in this directory; nothing, and one line that says why, if there is none or it
  // is not one of ours.
  static std::optional<Trace> open(const std::string &directory, std::string &error);

  const std::string &directory() const { return directory_; }
  const Environment &environment() const { return environment_; }
  // A value of the environment block; empty if it has none of that name.
  std::string environment(std::string_view name) const;
  const Clock &clock() const { return clock_; }
  // The tool's initialiser returned; its finaliser was called.
  bool initialized() const { return state_.initialized != 0; }
  bool finalized() const { return state_.finalized != 0; }
  // Events dropped outside any stream.
  u64 dropped() const { return state_.dropped; }
  const std::vector<Mapping> &mappings() const { return mappings_; }

  // The streams' numbers, ascending; and a new reader of one of them.
  const std::vector<u32> &threads() const { return threads_; }
  StreamReader stream(u32 thread) const;

private:
  std::string directory_;
  Environment environment_;
  Clock clock_;
  TraceState state_{};
  std::vector<u32> threads_;
  std::vector<Mapping> mappings_;
};

} // namespace cts
