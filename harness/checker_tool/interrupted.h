// The position of a thread at a signal: context is the handler's third argument. Async signal safe.
#pragma once

#include "trace/machine/machine.h"

namespace cts::sampler {

constexpr int frames_limit = 64;

// The program counter.
u64 interrupted_counter(const void *context);
// The registers for unwinding.
void interrupted_registers(const void *context, u64 (&to)[machine::register_count]);

// The program counter of the interrupted code, and the return addresses after it as far as frame
// pointers lead: the stack is read only between its bounds, whatever the pointers are.
struct Stack {
  u64 counter = 0;
  u64 addresses[frames_limit];
  u32 depth = 0;
};

// low and high bound the thread's stack.
void walk(const void *context, u64 low, u64 high, Stack &stack);

} // namespace cts::sampler
