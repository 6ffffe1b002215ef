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

bool set_handler(int signal, const KernelAction *wanted, KernelAction *before) {
  return kernel::call(SYS_rt_sigaction, signal, kernel::word(wanted), kernel::word(before), 8) == 0;
}

void change_mask(int how, u64 signals) {
  kernel::call(SYS_rt_sigprocmask, how, kernel::word(&signals), 0, sizeof signals);
}

} // namespace cts::sampler
