// RISC-V; x86_64.h explains the names.
#pragma once

#include "trace/machine/machine.h"

#include <ucontext.h>

namespace cts::machine {

inline long system_call(long number, long a, long b, long c, long d, long e, long f) {
  register long a7 asm("a7") = number;
  register long a0 asm("a0") = a;
  register long a1 asm("a1") = b;
  register long a2 asm("a2") = c;
  register long a3 asm("a3") = d;
  register long a4 asm("a4") = e;
  register long a5 asm("a5") = f;
  asm volatile("ecall"
               : "+r"(a0)
               : "r"(a7), "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(a5)
               : "memory");
  return a0;
}

inline u64 program_counter(const ucontext_t &c) { return c.uc_mcontext.__gregs[REG_PC]; }
inline void set_program_counter(ucontext_t &c, u64 to) { c.uc_mcontext.__gregs[REG_PC] = to; }
inline u64 stack_pointer(const ucontext_t &c) { return c.uc_mcontext.__gregs[REG_SP]; }
inline u64 innermost_frame(const ucontext_t &c) { return c.uc_mcontext.__gregs[REG_S0]; }

// The kernel has the program counter in the place of the register that is always 0.
inline void copy_registers(const ucontext_t &c, u64 (&to)[register_count]) {
  to[0] = 0;
  for (int number = x1; number < pc; ++number)
    to[number] = c.uc_mcontext.__gregs[number];
  to[pc] = program_counter(c);
}

struct Restorer {}; // the kernel has no such member

} // namespace cts::machine
