// POWER, little-endian; x86_64.h explains the names.
#pragma once

#include "trace/machine/machine.h"

#include <ucontext.h>

namespace cts::machine {

// A bit beside the result tells an error.
inline long system_call(long number, long a, long b, long c, long d, long e, long f) {
  register long r0 asm("r0") = number;
  register long r3 asm("r3") = a;
  register long r4 asm("r4") = b;
  register long r5 asm("r5") = c;
  register long r6 asm("r6") = d;
  register long r7 asm("r7") = e;
  register long r8 asm("r8") = f;
  asm volatile("sc\n\t"
               "bns+ 1f\n\t"
               "neg %1, %1\n"
               "1:"
               : "+r"(r0), "+r"(r3), "+r"(r4), "+r"(r5), "+r"(r6), "+r"(r7), "+r"(r8)
               :
               : "r9", "r10", "r11", "r12", "cr0", "ctr", "xer", "memory");
  return r3;
}

namespace gpr {
enum { sp = 1, next_instruction = 32, link = 36, count = 32 };
} // namespace gpr
inline u64 program_counter(const ucontext_t &c) {
  return c.uc_mcontext.gp_regs[gpr::next_instruction];
}
inline void set_program_counter(ucontext_t &c, u64 to) {
  c.uc_mcontext.gp_regs[gpr::next_instruction] = to;
}
inline u64 stack_pointer(const ucontext_t &c) { return c.uc_mcontext.gp_regs[gpr::sp]; }
inline u64 innermost_frame(const ucontext_t &c) {
  // A function may not have made its frame yet: then this is its caller's frame, which may still
  // lack its own return address. The walk begins one frame further out.
  return *reinterpret_cast<const u64 *>(stack_pointer(c));
}

inline void copy_registers(const ucontext_t &c, u64 (&to)[register_count]) {
  for (int number = 0; number < register_count; ++number)
    to[number] = number < gpr::count ? c.uc_mcontext.gp_regs[number] : 0;
  to[lr] = c.uc_mcontext.gp_regs[gpr::link];
  to[nip] = program_counter(c);
}

using Restorer = void (*)();

} // namespace cts::machine
