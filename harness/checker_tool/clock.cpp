#include "checker_tool/clock.h"

namespace cts {

// The times of both clocks at one moment: of several tries, the one in which the least time passed.
TimeSource::Pair TimeSource::pair() const {
  constexpr int tries = 8;
  Pair best;
  u64 least = ~u64{0};
  for (int i = 0; i < tries; ++i) {
    const u64 before = monotonic(), ticks = machine::counter(), after = monotonic();
    if (after - before < least) {
      least = after - before;
      best = {before + least / 2, ticks};
    }
  }
  return best;
}

void TimeSource::start() {
  counter_ = machine::counter_is_steady();
  find_clock();
  first_ = pair();
  zero_ = counter_ ? first_.ticks : first_.nanoseconds;
  wall_ = kernel::wall();
}

ClockSetting TimeSource::description() const {
  constexpr u64 second = 1'000'000'000, shortest = 200'000;
  ClockSetting told{"monotonic", second, 0};
  if (counter_) {
    Pair last = pair();
    while (last.nanoseconds - first_.nanoseconds < shortest)
      last = pair();
    const u64 ticks = last.ticks - first_.ticks, passed = last.nanoseconds - first_.nanoseconds;
    told = {machine::counter_name,
            static_cast<u64>(static_cast<double>(ticks) / static_cast<double>(passed) * second), 0};
  }
  told.offset_ticks =
      static_cast<u64>(static_cast<double>(wall_) * 1e-9 * static_cast<double>(told.frequency));
  return told;
}

} // namespace cts
