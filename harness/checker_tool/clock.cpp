#include "checker_tool/clock.h"

#include <dlfcn.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace cts {
namespace {

bool invariant_tsc() {
#if defined(__x86_64__)
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & (1u << 8));
#else
  return false;
#endif
}

} // namespace

u64 TimeSource::monotonic() const {
  timespec t{};
  if (!clock_ || clock_(CLOCK_MONOTONIC, &t) != 0)
    kernel::call(SYS_clock_gettime, CLOCK_MONOTONIC, kernel::word(&t));
  return static_cast<u64>(t.tv_sec) * 1'000'000'000 + static_cast<u64>(t.tv_nsec);
}

void TimeSource::start() {
  tsc_ = invariant_tsc();
  if (void *library = ::dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD))
    clock_ = reinterpret_cast<Clock>(::dlsym(library, "clock_gettime"));
  zero_ = 0;
  const u64 ns_before = monotonic();
  const u64 ticks_before = now();
  zero_ = ticks_before;
  description_ = {"monotonic", 1'000'000'000, 0};
  if (tsc_) {
    u64 ns = ns_before;
    while (ns - ns_before < 1'000'000)
      ns = monotonic();
    description_ = {"tsc", now() * 1'000'000'000 / (ns - ns_before), 0};
  }
  timespec wall{};
  kernel::call(SYS_clock_gettime, CLOCK_REALTIME, kernel::word(&wall));
  description_.offset_ticks = static_cast<u64>(
      (static_cast<double>(wall.tv_sec) + static_cast<double>(wall.tv_nsec) * 1e-9) *
      static_cast<double>(description_.frequency));
}

} // namespace cts
