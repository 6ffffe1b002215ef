// x86-64.
#pragma once

#include "trace/types.h"

#include <cpuid.h>

namespace cts::machine {

inline constexpr std::string_view name = "x86_64"; // as in traces

// A counter that all processors show alike, at a constant rate, if there is one; and its name in
// traces.
inline constexpr const char *counter_name = "tsc";
inline bool counter_is_steady() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & (1u << 8));
}
inline u64 counter() { return __builtin_ia32_rdtsc(); }

// For linked frames: the offsets in each frame of its caller's frame and of the return address.
inline constexpr i64 caller_at = 0, return_at = 8;

// The registers for unwinding a stack, by their DWARF numbers, the program counter last.
enum DwarfNumber { rbx = 3, rbp = 6, rsp = 7, r12 = 12, rip = 16, register_count };
inline constexpr int dwarf_stack_pointer = rsp;
// Copies the registers of the function that this is inlined into. No caller's frame depends on
// registers that a function need not preserve.
[[gnu::always_inline]] inline void copy_own_registers(u64 (&to)[register_count]) {
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
               : "r"(to)
               : "rax", "memory");
}

// Loads and a store that may fault (checker_tool/safe_read.h), and the code after a fault.
#define CTS_GUARD_FAILED "movl $1, %[failed]\njmp 2b\n"
#define CTS_GUARD_LOAD_8 "movq (%[from]), %[to]"
#define CTS_GUARD_LOAD_4 "movl (%[from]), %[to]"
#define CTS_GUARD_LOAD_1 "movb (%[from]), %[to]"
#define CTS_GUARD_STORE_8 "movq %[word], (%[to])"
#define CTS_GUARD_ADDRESS "r"
#define CTS_GUARD_BYTE "=&q"

} // namespace cts::machine
