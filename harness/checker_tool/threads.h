// The threads of the process, as the system shows them.
#pragma once

#include "trace/types.h"

namespace cts {

// The data of a thread whose exit is watched; they lie in memory of that thread.
struct WatchedThread {
  void *thread = nullptr; // the argument of `exits`
  u32 rounds = 0;
};

// From now on calls `exits` when a watched thread exits, after all else that happens then, and
// `forked` in the child of a fork. Call this once.
void watch_threads(void (*exits)(void *thread), void (*forked)());

// Watches the calling thread.
void watch_this_thread(WatchedThread &thread);

// The numbers of this process's threads, `most` of them at most, in the order of their creation;
// gives how many these are.
u32 threads_of_this_process(int *numbers, u32 most);
// The present state of a thread of this process; `nothing` if the thread has ended.
enum class Doing : u8 { nothing, sleeps, runs };
Doing doing(int thread);
// The processor time that a thread of this process has used, in nanoseconds.
u64 processor_time(int thread);

// The bounds of the calling thread's stack; unchanged if the system does not tell.
void stack_of_this_thread(u64 &low, u64 &high);

} // namespace cts
