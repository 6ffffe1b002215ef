// POWER, little-endian; x86_64.h explains the names.
#pragma once

#include "trace/types.h"

namespace cts::machine {

inline constexpr std::string_view name = "ppc64le";

inline constexpr const char *counter_name = "timebase";
inline bool counter_is_steady() { return true; } // the architecture says so
inline u64 counter() {
  u64 ticks;
  asm volatile("mfspr %0, 268" : "=r"(ticks));
  return ticks;
}

// Every frame begins with the address of its caller's frame. A call stores the caller's return
// address two words above that.
inline constexpr i64 caller_at = 0, return_at = 16;

enum DwarfNumber { r1 = 1, r14 = 14, lr = 65, nip = 66, register_count };
inline constexpr int dwarf_stack_pointer = r1;
[[gnu::always_inline]] inline void copy_own_registers(u64 (&to)[register_count]) {
  u64 here;
  asm volatile("bcl 20, 31, 0f\n"
               "0: mflr %0\n\t"
               "std 1, 1*8(%1)\n\t"
               "std 14, 14*8(%1)\n\t"
               "std 15, 15*8(%1)\n\t"
               "std 16, 16*8(%1)\n\t"
               "std 17, 17*8(%1)\n\t"
               "std 18, 18*8(%1)\n\t"
               "std 19, 19*8(%1)\n\t"
               "std 20, 20*8(%1)\n\t"
               "std 21, 21*8(%1)\n\t"
               "std 22, 22*8(%1)\n\t"
               "std 23, 23*8(%1)\n\t"
               "std 24, 24*8(%1)\n\t"
               "std 25, 25*8(%1)\n\t"
               "std 26, 26*8(%1)\n\t"
               "std 27, 27*8(%1)\n\t"
               "std 28, 28*8(%1)\n\t"
               "std 29, 29*8(%1)\n\t"
               "std 30, 30*8(%1)\n\t"
               "std 31, 31*8(%1)"
               : "=&r"(here)
               : "b"(to)
               : "lr", "memory");
  to[nip] = here;
}

#define CTS_GUARD_FAILED "li %[failed], 1\nb 2b\n"
#define CTS_GUARD_LOAD_8 "ld %[to], 0(%[from])"
#define CTS_GUARD_LOAD_4 "lwz %[to], 0(%[from])"
#define CTS_GUARD_LOAD_1 "lbz %[to], 0(%[from])"
#define CTS_GUARD_STORE_8 "std %[word], 0(%[to])"
#define CTS_GUARD_ADDRESS "b"
#define CTS_GUARD_BYTE "=&r"

} // namespace cts::machine
