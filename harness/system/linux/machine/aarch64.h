// AArch64; x86_64.h explains the names.
#pragma once

#include "trace/machine/machine.h"

#include <ucontext.h>

namespace cts::machine {

inline long system_call(long number, long a, long b, long c, long d, long e, long f) {
  register long x8 asm("x8") = number;
  register long x0 asm("x0") = a;
  register long x1 asm("x1") = b;
  register long x2 asm("x2") = c;
  register long x3 asm("x3") = d;
  register long x4 asm("x4") = e;
  register long x5 asm("x5") = f;
  asm volatile("svc #0"
               : "+r"(x0)
               : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
               : "memory");
  return x0;
}

inline u64 program_counter(const ucontext_t &c) { return c.uc_mcontext.pc; }
inline void set_program_counter(ucontext_t &c, u64 to) { c.uc_mcontext.pc = to; }
inline u64 stack_pointer(const ucontext_t &c) { return c.uc_mcontext.sp; }
inline u64 innermost_frame(const ucontext_t &c) { return c.uc_mcontext.regs[29]; }

inline void copy_registers(const ucontext_t &c, u64 (&to)[register_count]) {
  for (int number = 0; number <= x30; ++number)
    to[number] = c.uc_mcontext.regs[number];
  to[sp] = c.uc_mcontext.sp;
  to[pc] = c.uc_mcontext.pc;
}

using Restorer = void (*)();

} // namespace cts::machine
