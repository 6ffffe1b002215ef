#include "checker_tool/clock.h"

namespace cts {

// Both clocks at one moment: the try in which the least time passed.
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
  zero_ = 0;
  description_ = {"monotonic", 1'000'000'000, 0};
  if (!counter_) {
    zero_ = now();
  } else {
    const Pair first = pair();
    zero_ = first.ticks;
    Pair last = first;
    while (last.nanoseconds - first.nanoseconds < 1'000'000)
      last = pair();
    description_ = {
        machine::counter_name,
        (last.ticks - first.ticks) * 1'000'000'000 / (last.nanoseconds - first.nanoseconds), 0};
  }
  description_.offset_ticks = static_cast<u64>(static_cast<double>(kernel::wall()) * 1e-9 *
                                               static_cast<double>(description_.frequency));
}

} // namespace cts
