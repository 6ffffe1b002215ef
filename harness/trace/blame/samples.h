// The code that threads executed, from their samples: the functions of the program, outermost
// first.
#pragma once

#include "trace/source_lines.h"
#include "trace/unwinder.h"

#include <map>

namespace cts::blame {

using Code = std::vector<std::string>;

class Samples {
public:
  explicit Samples(const Trace &trace);

  // Takes the event if it belongs to a stream of samples; returns whether it does.
  bool takes(const RawEvent &raw);
  // The code of this thread (its own stream's number) at its sample nearest to this time, in the
  // same phase of the thread; null if there is none.
  const Code *at(u32 thread, u64 time, u64 phase) const;
  // Sets the thread's phase: later samples belong to it.
  void phase(u32 thread, u64 number) { phases_[thread] = number; }
  u64 count() const { return count_; }

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
  void finish(Stream &stream);
  bool checkers(u64 return_address); // whether it is code of the recording tool

  std::map<u32, Stream> streams_; // by number
  std::map<u32, std::vector<Sample>> samples_;
  std::map<u32, u64> phases_;
  std::map<std::vector<u64>, Code> known_; // by addresses
  u64 count_ = 0;
  std::string runtime_;
  SourceLines lines_;
  Unwinder unwinder_;
};

} // namespace cts::blame
