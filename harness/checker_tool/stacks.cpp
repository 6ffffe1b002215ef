#include "checker_tool/stacks.h"

#include <ucontext.h>

namespace cts {
namespace {

// What lies above is left out: the outermost frames of a very deep stack.
constexpr u64 most_bytes = 256 * 1024;

#if defined(__x86_64__)
enum DwarfNumber { rbx = 3, rbp = 6, rsp = 7, r12 = 12, rip = 16, register_count };

void record_stack(ThreadRecorder &thread, const u64 (&registers)[register_count]) {
  const u64 low = registers[rsp] & ~u64{7};
  u64 high = thread.stack_high();
  if (low < thread.stack_low() ||
      low >= high) // on a stack of the program's own: where does it end?
    return;
  high = std::min(high, low + most_bytes);
  thread.record(event::stack{high, List(registers, register_count)});
  for (u64 at = low; at < high;) {
    const u64 words = std::min<u64>((high - at) / 8, list_limit);
    if (words == 0)
      break;
    thread.record(
        event::stack_words{at, List(reinterpret_cast<const u64 *>(at), static_cast<u32>(words))});
    at += words * 8;
  }
}
#endif

} // namespace

void record_own_stack(ThreadRecorder &thread) {
  if (Recorder::instance().options().stacks) [[unlikely]]
    record_stack_here(thread);
}

[[gnu::noinline]] void record_stack_here(ThreadRecorder &thread) {
#if defined(__x86_64__)
  // What a function need not preserve no caller's frame depends on.
  u64 registers[register_count] = {};
  asm volatile("leaq 0f(%%rip), %%rax\n\t"
               "0: movq %%rbx, 3*8(%0)\n\t"
               "movq %%rbp, 6*8(%0)\n\t"
               "movq %%rsp, 7*8(%0)\n\t"
               "movq %%r12, 12*8(%0)\n\t"
               "movq %%r13, 13*8(%0)\n\t"
               "movq %%r14, 14*8(%0)\n\t"
               "movq %%r15, 15*8(%0)\n\t"
               "movq %%rax, 16*8(%0)"
               :
               : "r"(registers)
               : "rax", "memory");
  record_stack(thread, registers);
#else
  static_cast<void>(thread);
#endif
}

void record_interrupted_stack(ThreadRecorder &samples, const void *context) {
#if defined(__x86_64__)
  constexpr int by_number[register_count] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
                                             REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                             REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};
  const auto &found = static_cast<const ucontext_t *>(context)->uc_mcontext.gregs;
  u64 registers[register_count];
  for (int number = 0; number < register_count; ++number)
    registers[number] = static_cast<u64>(found[by_number[number]]);
  record_stack(samples, registers);
#else
  static_cast<void>(samples);
  static_cast<void>(context);
#endif
}

} // namespace cts
