// The code that threads executed, from their samples: the functions of the program, outermost
// first.
#pragma once

#include "trace/blame/threads.h"
#include "trace/merge.h"
#include "trace/source_lines.h"
#include "trace/unwinder.h"

#include <deque>
#include <map>
#include <set>
#include <unordered_map>

namespace cts::blame {

using Code = std::vector<std::string>;

// Reads the trace ahead of its user, a million samples at most: memory does not grow with the run.
class Samples {
public:
  explicit Samples(const Trace &trace);

  // The user has come to this time: earlier samples may be forgotten, later ones are read.
  void come_to(u64 time) {
    if (time >= next_reading_)
      read_from(time);
  }
  // The code of this thread (its own stream's number) at its sample nearest to this time, in the
  // same phase of the thread; null if there is none.
  const Code *at(u32 thread, u64 time, u64 phase) const;
  u64 count() const { return count_; } // of those read so far

  // The program's functions around the call before this return address, also inlined ones,
  // outermost first, each with its known line; empty if the address is not the program's.
  Code places(u64 return_address);

private:
  struct Sample {
    u64 time, phase;
    const Code *code;
  };
  struct Stream {
    u32 of = 0;
    std::vector<u64> addresses = {0}; // of the current sample, innermost first
    StackCopy copy;
    bool copying = false; // the next words belong to this copy
    u64 time = 0;
  };
  void read_from(u64 time);
  void forget_before(u64 time);
  // Takes the event if it belongs to a stream of samples; returns whether it does.
  bool takes(const RawEvent &raw);
  void finish(Stream &stream);
  const Code *code_of(const std::vector<u64> &addresses);
  bool checkers(u64 return_address); // whether it is code of the recording tool

  std::map<u32, Stream> streams_; // by number
  std::map<u32, std::deque<Sample>> samples_;
  std::map<std::vector<u64>, const Code *> known_; // by addresses
  std::set<Code> codes_;
  std::unordered_map<std::string, std::string> names_; // demangled; as many as functions
  MergedReader events_;
  Threads threads_; // as far as the events are read
  u64 next_reading_ = 0, kept_ = 0, count_ = 0;
  std::string runtime_;
  SourceLines lines_;
  Unwinder unwinder_;
};

} // namespace cts::blame
