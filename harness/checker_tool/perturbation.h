// Other interleavings of a program's threads, from a seed (OMPT_CTS_PERTURB).
//
//   delays      sometimes a yield or a short delay, independent of other threads
//   priorities  each thread has a priority, and continues after a callback when no thread of a
//               higher one can run; at a few seeded callbacks a thread becomes the last of all
//               (probabilistic concurrency testing: Burckhardt and others, ASPLOS 2010)
//   turns       the same with a new priority after each callback: one thread at a time, in random
//               order
//
// The seed decides the order, not the load: threads are numbered in the order of their creation,
// those that have made no callback yet as well, and a thread of a higher priority can run unless it
// sleeps, or has used some processor time without a callback. Every wait is bounded.
#pragma once

#include "checker_tool/threads.h"

namespace cts {

enum class Order : u8 { free, delays, priorities, turns }; // free: in any order

class Perturbation {
public:
  // Called before the first callback.
  void start(Order order, u64 seed);
  // The calling thread has recorded an event. `blocks`: the thread may wait inside the runtime from
  // here on. Thread safe.
  void turn(bool blocks);
  // The calling thread makes no more callbacks.
  void leave();

private:
  static constexpr u32 slots = 64;  // further threads run in any order
  static constexpr u32 changes = 6; // of priorities, in the first `horizon` callbacks
  static constexpr u32 horizon = 512;
  static constexpr u64 nap = 20'000;                             // nanoseconds, as all that follow
  static constexpr u64 spinning = 20'000, computing = 1'000'000; // of a thread's processor time
  static constexpr u64 patience = 200'000'000;                   // for one turn
  static constexpr u64 budget = 4'000'000'000;                   // for all turns of a process

  enum State : u32 { ended, runs, waits, at_callback }; // waits: perhaps waits inside the runtime
  struct alignas(64) Slot {
    int thread = 0;
    u32 state = ended;
    u32 steps = 0;
    u32 priority = 0;
  };
  u32 drawn(u32 what) const;
  // Numbers the threads that are new; gives the number of the calling one, `slots` if it has none.
  u32 find_threads();
  // Whether a thread that can run has priority over this one. `used`: the processor time of each
  // thread when this one first looked.
  bool another_goes_first(u32 mine, u64 *used);

  Order order_ = Order::free;
  u64 seed_ = 0;
  int process_ = 0; // a forked child numbers its own threads
  u32 busy_ = 0;    // threads are being numbered
  u32 steps_ = 0;   // of all threads
  u32 count_ = 0;   // slots in use
  u64 waited_ = 0;
  Slot threads_[slots];
};

} // namespace cts
