// RISC-V; x86_64.h explains the names.
#pragma once

#include "trace/types.h"

namespace cts::machine {

inline constexpr std::string_view name = "riscv64";

inline constexpr const char *counter_name = "time";
inline bool counter_is_steady() { return true; } // the architecture says so
inline u64 counter() {
  u64 ticks;
  asm volatile("rdtime %0" : "=r"(ticks));
  return ticks;
}

inline constexpr i64 caller_at = -16, return_at = -8;

enum DwarfNumber { x1 = 1, x2 = 2, pc = 32, register_count };
inline constexpr int dwarf_stack_pointer = x2;
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

#define CTS_GUARD_FAILED "li %[failed], 1\nj 2b\n"
#define CTS_GUARD_LOAD_8 "ld %[to], 0(%[from])"
#define CTS_GUARD_LOAD_4 "lwu %[to], 0(%[from])"
#define CTS_GUARD_LOAD_1 "lbu %[to], 0(%[from])"
#define CTS_GUARD_STORE_8 "sd %[word], 0(%[to])"
#define CTS_GUARD_ADDRESS "r"
#define CTS_GUARD_BYTE "=&r"

} // namespace cts::machine
