#include "checker_tool/clock.h"

#include <dlfcn.h>

namespace cts {

u64 TimeSource::monotonic() const {
  timespec t{};
  if (!clock_ || clock_(CLOCK_MONOTONIC, &t) != 0)
    kernel::call(SYS_clock_gettime, CLOCK_MONOTONIC, kernel::word(&t));
  return static_cast<u64>(t.tv_sec) * 1'000'000'000 + static_cast<u64>(t.tv_nsec);
}

void TimeSource::start() {
  counter_ = machine::counter_is_steady();
  if (void *library = ::dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD))
    clock_ = reinterpret_cast<Clock>(::dlsym(library, "clock_gettime"));
  zero_ = 0;
  const u64 ns_before = monotonic();
  const u64 ticks_before = now();
  zero_ = ticks_before;
  description_ = {"monotonic", 1'000'000'000, 0};
  if (counter_) {
    u64 ns = ns_before;
    while (ns - ns_before < 1'000'000)
      ns = monotonic();
    description_ = {machine::counter_name, now() * 1'000'000'000 / (ns - ns_before), 0};
  }
  timespec wall{};
  kernel::call(SYS_clock_gettime, CLOCK_REALTIME, kernel::word(&wall));
  description_.offset_ticks = static_cast<u64>(
      (static_cast<double>(wall.tv_sec) + static_cast<double>(wall.tv_nsec) * 1e-9) *
      static_cast<double>(description_.frequency));
}

} // namespace cts
