// Other interleavings of a program's threads, from a seed (OMPT_CTS_PERTURB).
//
//   delays      sometimes a yield or a short delay, independent of other threads
//   priorities  each thread has a priority, and continues after a callback when no thread of a
//               higher one can run; at a few seeded callbacks a thread becomes the last of all
//               (probabilistic concurrency testing: Burckhardt and others, ASPLOS 2010)
//   turns       the same with a new priority after each callback: one thread at a time, in random
//               order
//
// Every wait is bounded, because a thread that reaches no callback may be waiting inside the
// runtime.
#pragma once

#include "trace/types.h"

namespace cts {

enum class Order : u8 { free, delays, priorities, turns }; // free: as threads like

class Perturbation {
public:
  // Called before the first callback.
  void start(Order order, u64 seed);
  // The calling thread, by its number, has recorded an event. `blocks`: the thread may wait inside
  // the runtime from here on. Thread safe.
  void turn(u32 thread, bool blocks);
  // The thread makes no more callbacks.
  void leave(u32 thread);

private:
  static constexpr u32 slots = 256; // threads beyond them share
  static constexpr u32 changes = 6; // of priorities, in the first `horizon` callbacks
  static constexpr u32 horizon = 512;
  static constexpr u32 patience = 24;  // yields for threads that do not move
  static constexpr u32 longest = 2048; // yields in all

  struct alignas(64) Slot {
    u32 state = 0; // 0 no thread, 1 runs, 2 may wait inside the runtime
    u32 steps = 0;
    u32 priority = 0;
  };
  u32 drawn(u32 what) const;
  // A thread that can run and has priority over this one; null if there is none.
  const Slot *ahead(u32 mine);

  Order order_ = Order::free;
  u64 seed_ = 0;
  u32 steps_ = 0;   // of all threads
  u32 highest_ = 0; // slots in use are below
  Slot threads_[slots];
};

} // namespace cts
