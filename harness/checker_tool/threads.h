// The threads of the process, as the system shows them.
#pragma once

#include "trace/types.h"

namespace cts {

// The data about a thread that watches its exit; it lies in memory of the thread's.
struct WatchedThread {
  void *thread = nullptr; // what `exits` is given
  u32 rounds = 0;
};

// From now on calls `exits` when a watched thread exits, after whatever else is done there, and
// `forked` in the child of a fork. To be called once.
void watch_threads(void (*exits)(void *thread), void (*forked)());

// Watches the calling thread.
void watch_this_thread(WatchedThread &thread);

// The bounds of the calling thread's stack; unchanged if the system does not tell.
void stack_of_this_thread(u64 &low, u64 &high);

} // namespace cts
