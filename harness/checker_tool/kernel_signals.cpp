// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checker_tool/kernel_signals.h"

#include "trace/kernel.h"

#if defined(__x86_64__)
asm(".text\n"
    ".globl ompt_cts_sampler_return\n"
    ".hidden ompt_cts_sampler_return\n"
    ".type ompt_cts_sampler_return, @function\n"
    "ompt_cts_sampler_return:\n"
    "  mov $15, %rax\n" // rt_sigreturn
    "  syscall\n"
    ".size ompt_cts_sampler_return, .-ompt_cts_sampler_return\n");
#endif

namespace cts::sampler {
namespace {

bool is_free(int signal) {
  KernelAction found{};
  return set_handler(signal, nullptr, &found) && !found.handler;
}

} // namespace

bool set_handler(int signal, const KernelAction *wanted, KernelAction *before) {
  return kernel::call(SYS_rt_sigaction, signal, kernel::word(wanted), kernel::word(before), 8) == 0;
}

// From the middle: programs that use real-time signals begin at one of the ends.
int free_signal() {
  constexpr int first = 35, middle = 50, last = 64;
  for (int away = 0; away <= middle - first; ++away)
    for (const int signal : {middle - away, middle + away})
      if (signal <= last && is_free(signal))
        return signal;
  return 0;
}

void change_mask(int how, u64 signals) {
  kernel::call(SYS_rt_sigprocmask, how, kernel::word(&signals), 0, sizeof signals);
}

} // namespace cts::sampler
