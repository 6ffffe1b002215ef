// The position of an event in the trace.
#pragma once

#include "trace/types.h"

namespace cts {

struct EventRef {
  static constexpr u32 no_thread = ~u32{0};
  u32 thread = no_thread;
  u64 position = 0;

  bool valid() const { return thread != no_thread; }
  friend bool operator==(const EventRef &, const EventRef &) = default;
};

} // namespace cts
