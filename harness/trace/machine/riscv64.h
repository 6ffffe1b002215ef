#pragma once

#include "trace/types.h"

#include <ucontext.h>

namespace cts::machine {

inline constexpr std::string_view name = "riscv64";

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

inline constexpr const char *counter_name = "time";
inline bool counter_is_steady() { return true; } // the architecture says so
inline u64 counter() {
  u64 ticks;
  asm volatile("rdtime %0" : "=r"(ticks));
  return ticks;
}

inline u64 program_counter(const ucontext_t &c) { return c.uc_mcontext.__gregs[REG_PC]; }
inline void set_program_counter(ucontext_t &c, u64 to) { c.uc_mcontext.__gregs[REG_PC] = to; }
inline u64 stack_pointer(const ucontext_t &c) { return c.uc_mcontext.__gregs[REG_SP]; }

inline constexpr i64 caller_at = -16, return_at = -8;
inline u64 innermost_frame(const ucontext_t &c) { return c.uc_mcontext.__gregs[REG_S0]; }

enum DwarfNumber { x1 = 1, x2 = 2, pc = 32, register_count };
inline constexpr int dwarf_stack_pointer = x2;
// The kernel has the program counter in the place of the register that is always 0.
inline void copy_registers(const ucontext_t &c, u64 (&to)[register_count]) {
  to[0] = 0;
  for (int number = x1; number < pc; ++number)
    to[number] = c.uc_mcontext.__gregs[number];
  to[pc] = program_counter(c);
}
[[gnu::always_inline]] inline void copy_own_registers(u64 (&to)[register_count]) {
  asm volatile("auipc t0, 0\n\t"
               "sd t0, 32*8(%0)\n\t"
               "sd ra, 1*8(%0)\n\t"
               "sd sp, 2*8(%0)\n\t"
               "sd s0, 8*8(%0)\n\t"
               "sd s1, 9*8(%0)\n\t"
               "sd s2, 18*8(%0)\n\t"
               "sd s3, 19*8(%0)\n\t"
               "sd s4, 20*8(%0)\n\t"
               "sd s5, 21*8(%0)\n\t"
               "sd s6, 22*8(%0)\n\t"
               "sd s7, 23*8(%0)\n\t"
               "sd s8, 24*8(%0)\n\t"
               "sd s9, 25*8(%0)\n\t"
               "sd s10, 26*8(%0)\n\t"
               "sd s11, 27*8(%0)"
               :
               : "r"(to)
               : "t0", "memory");
}

struct Restorer {}; // the kernel has no such member

#define CTS_GUARD_FAILED "li %[failed], 1\nj 2b\n"
#define CTS_GUARD_LOAD_8 "ld %[to], 0(%[from])"
#define CTS_GUARD_LOAD_4 "lwu %[to], 0(%[from])"
#define CTS_GUARD_LOAD_1 "lbu %[to], 0(%[from])"
#define CTS_GUARD_STORE_8 "sd %[word], 0(%[to])"
#define CTS_GUARD_ADDRESS "r"
#define CTS_GUARD_BYTE "=&r"

} // namespace cts::machine
