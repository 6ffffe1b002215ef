// The time stamps: the machine's steady counter where it has one, else CLOCK_MONOTONIC in
// nanoseconds.
//
// The counter is read without a fence (about 7 ns cheaper): a stamp may run ahead of a load that
// the program's synchronization made just before. So stamps of two threads closer than
// stamp_uncertainty_ns count as unordered wherever the validator compares them.
#pragma once

#include "checker_tool/libraries.h"
#include "trace/machine/machine.h"
#include "trace/metadata_writer.h"

namespace cts {

class TimeSource {
public:
  // Chooses the clock.
  void start();
  // Ticks since start(); thread safe, async-signal safe.
  u64 now() const {
    if (counter_) [[likely]]
      return machine::counter() - zero_;
    return monotonic() - zero_;
  }
  // The clock's value at start().
  u64 zero() const { return zero_; }
  // With the frequency as measured from start() until now: the later, the more exact.
  ClockSetting description() const;

private:
  struct Pair {
    u64 nanoseconds = 0, ticks = 0;
  };
  Pair pair() const;
  bool counter_ = false;
  u64 zero_ = 0;
  Pair first_;
  u64 wall_ = 0; // nanoseconds at start()
};

} // namespace cts
