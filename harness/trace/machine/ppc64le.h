#pragma once

#include "trace/types.h"

#include <ucontext.h>

namespace cts::machine {

inline constexpr std::string_view name = "ppc64le";

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

inline constexpr const char *counter_name = "timebase";
inline bool counter_is_steady() { return true; } // the architecture says so
inline u64 counter() {
  u64 ticks;
  asm volatile("mfspr %0, 268" : "=r"(ticks));
  return ticks;
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

// Every frame begins with the address of its caller's frame. A call stores the caller's return
// address two words above that.
inline constexpr i64 caller_at = 0, return_at = 16;
inline u64 innermost_frame(const ucontext_t &c) {
  // A function may not have made its frame yet: then this is its caller's frame, which may still
  // lack its own return address. The walk begins one frame further out.
  return *reinterpret_cast<const u64 *>(stack_pointer(c));
}

enum DwarfNumber { r1 = 1, r14 = 14, lr = 65, nip = 66, register_count };
inline constexpr int dwarf_stack_pointer = r1;
inline void copy_registers(const ucontext_t &c, u64 (&to)[register_count]) {
  for (int number = 0; number < register_count; ++number)
    to[number] = number < gpr::count ? c.uc_mcontext.gp_regs[number] : 0;
  to[lr] = c.uc_mcontext.gp_regs[gpr::link];
  to[nip] = program_counter(c);
}
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

using Restorer = void (*)();

#define CTS_GUARD_FAILED "li %[failed], 1\nb 2b\n"
#define CTS_GUARD_LOAD_8 "ld %[to], 0(%[from])"
#define CTS_GUARD_LOAD_4 "lwz %[to], 0(%[from])"
#define CTS_GUARD_LOAD_1 "lbz %[to], 0(%[from])"
#define CTS_GUARD_STORE_8 "std %[word], 0(%[to])"
#define CTS_GUARD_ADDRESS "b"
#define CTS_GUARD_BYTE "=&r"

} // namespace cts::machine
