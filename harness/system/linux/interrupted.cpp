// checker_tool/interrupted.h on Linux.
#include "checker_tool/interrupted.h"

#include "system/linux/machine.h"

#include <algorithm>

namespace cts::sampler {

using namespace machine;

u64 interrupted_counter(const void *context) {
  return program_counter(*static_cast<const ucontext_t *>(context));
}

void interrupted_registers(const void *context, u64 (&to)[register_count]) {
  copy_registers(*static_cast<const ucontext_t *>(context), to);
}

void walk(const void *context, u64 low, u64 high, Stack &stack) {
  const auto &interrupted = *static_cast<const ucontext_t *>(context);
  stack.counter = program_counter(interrupted);
  u64 lowest = stack_pointer(interrupted);
  if (lowest < low || lowest >= high) // a stack of the program's own, as signal handlers have
    return;
  constexpr u64 below = static_cast<u64>(-std::min<i64>(caller_at, 0));
  constexpr u64 above = static_cast<u64>(std::max(caller_at, return_at) + 8);
  const auto word = [](u64 frame, i64 at) {
    return *reinterpret_cast<const u64 *>(frame + static_cast<u64>(at));
  };
  // The register may hold anything.
  u64 frame = innermost_frame(interrupted);
  while (stack.depth < frames_limit && frame % 8 == 0 && frame >= below &&
         frame - below >= lowest && frame <= high && high - frame >= above) {
    stack.addresses[stack.depth++] = word(frame, return_at);
    lowest = frame + above; // outer frames lie above inner ones
    frame = word(frame, caller_at);
  }
}

} // namespace cts::sampler
