// AArch64; x86_64.h explains the names.
#pragma once

#include "trace/types.h"

namespace cts::machine {

inline constexpr std::string_view name = "aarch64";

inline constexpr const char *counter_name = "cntvct";
inline bool counter_is_steady() { return true; } // the architecture says so
inline u64 counter() {
  u64 ticks;
  asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
}

inline constexpr i64 caller_at = 0, return_at = 8;

enum DwarfNumber { x19 = 19, x30 = 30, sp = 31, pc = 32, register_count };
inline constexpr int dwarf_stack_pointer = sp;
[[gnu::always_inline]] inline void copy_own_registers(u64 (&to)[register_count]) {
  asm volatile("stp x19, x20, [%0, #19*8]\n\t"
               "stp x21, x22, [%0, #21*8]\n\t"
               "stp x23, x24, [%0, #23*8]\n\t"
               "stp x25, x26, [%0, #25*8]\n\t"
               "stp x27, x28, [%0, #27*8]\n\t"
               "stp x29, x30, [%0, #29*8]\n\t"
               "mov x9, sp\n\t"
               "adr x10, .\n\t"
               "stp x9, x10, [%0, #31*8]"
               :
               : "r"(to)
               : "x9", "x10", "memory");
}

#define CTS_GUARD_FAILED "mov %w[failed], #1\nb 2b\n"
#define CTS_GUARD_LOAD_8 "ldr %x[to], [%[from]]"
#define CTS_GUARD_LOAD_4 "ldr %w[to], [%[from]]"
#define CTS_GUARD_LOAD_1 "ldrb %w[to], [%[from]]"
#define CTS_GUARD_STORE_8 "str %x[word], [%[to]]"
#define CTS_GUARD_ADDRESS "r"
#define CTS_GUARD_BYTE "=&r"

} // namespace cts::machine
