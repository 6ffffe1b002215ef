#pragma once

#include "trace/types.h"

#include <cpuid.h>
#include <ucontext.h>

namespace cts::machine {

inline constexpr std::string_view name = "x86_64"; // as in traces

// A system call. Returns the kernel's answer; -4095 to -1 is an error's negative number.
inline long system_call(long number, long a, long b, long c, long d, long e, long f) {
  long result;
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  register long r9 asm("r9") = f;
  asm volatile("syscall"
               : "=a"(result)
               : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result;
}

// A counter that all processors show alike, at a constant rate, if there is one; and its name in
// traces.
inline constexpr const char *counter_name = "tsc";
inline bool counter_is_steady() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & (1u << 8));
}
inline u64 counter() { return __builtin_ia32_rdtsc(); }

// The contents of a signal handler's third argument.
inline u64 program_counter(const ucontext_t &c) {
  return static_cast<u64>(c.uc_mcontext.gregs[REG_RIP]);
}
inline void set_program_counter(ucontext_t &c, u64 to) {
  c.uc_mcontext.gregs[REG_RIP] = static_cast<greg_t>(to);
}
inline u64 stack_pointer(const ucontext_t &c) {
  return static_cast<u64>(c.uc_mcontext.gregs[REG_RSP]);
}

// For linked frames: the innermost frame's address, and the offsets in each frame of its caller's
// frame and of the return address.
inline constexpr i64 caller_at = 0, return_at = 8;
inline u64 innermost_frame(const ucontext_t &c) {
  return static_cast<u64>(c.uc_mcontext.gregs[REG_RBP]);
}

// The registers for unwinding a stack, by their DWARF numbers, the program counter last.
enum DwarfNumber { rbx = 3, rbp = 6, rsp = 7, r12 = 12, rip = 16, register_count };
inline constexpr int dwarf_stack_pointer = rsp;
inline void copy_registers(const ucontext_t &c, u64 (&to)[register_count]) {
  constexpr int by_number[register_count] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
                                             REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                             REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};
  for (int number = 0; number < register_count; ++number)
    to[number] = static_cast<u64>(c.uc_mcontext.gregs[by_number[number]]);
}
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

// This kernel needs the address that a handler returns to; others have no such member, or find the
// address themselves.
using Restorer = void (*)();
#define CTS_SIGNAL_RETURN "mov $15, %rax\nsyscall\n" // rt_sigreturn

// Loads and a store that may fault (checker_tool/safe_read.h), and the code after a fault.
#define CTS_GUARD_FAILED "movl $1, %[failed]\njmp 2b\n"
#define CTS_GUARD_LOAD_8 "movq (%[from]), %[to]"
#define CTS_GUARD_LOAD_4 "movl (%[from]), %[to]"
#define CTS_GUARD_LOAD_1 "movb (%[from]), %[to]"
#define CTS_GUARD_STORE_8 "movq %[word], (%[to])"
#define CTS_GUARD_ADDRESS "r"
#define CTS_GUARD_BYTE "=&q"

} // namespace cts::machine
