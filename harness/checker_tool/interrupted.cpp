#include "checker_tool/interrupted.h"

#include <ucontext.h>

namespace cts::sampler {

u64 interrupted_counter(const void *context) {
  const auto &registers = static_cast<const ucontext_t *>(context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<u64>(registers.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return registers.pc;
#else
  return 0;
#endif
}

void walk(const void *context, u64 low, u64 high, Stack &stack) {
  stack.counter = interrupted_counter(context);
#if defined(__x86_64__)
  const auto &registers = static_cast<const ucontext_t *>(context)->uc_mcontext.gregs;
  u64 frame = static_cast<u64>(registers[REG_RBP]);
  u64 lowest = static_cast<u64>(registers[REG_RSP]);
#elif defined(__aarch64__)
  const auto &registers = static_cast<const ucontext_t *>(context)->uc_mcontext;
  u64 frame = registers.regs[29];
  u64 lowest = registers.sp;
#else
  u64 frame = 0, lowest = 0;
#endif
  if (lowest < low) // a stack of the program's own, as signal handlers have
    return;
  // The register may hold anything.
  while (stack.depth < frames_limit && frame % 8 == 0 && frame >= lowest && frame < high &&
         high - frame >= 16) {
    const auto *words = reinterpret_cast<const u64 *>(frame);
    stack.addresses[stack.depth++] = words[1];
    lowest = frame + 16; // frames lie one above the other
    frame = words[0];
  }
}

} // namespace cts::sampler
