// x86-64.
#pragma once

#include "trace/machine/machine.h"

#include <ucontext.h>

namespace cts::machine {

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
// The innermost of linked frames.
inline u64 innermost_frame(const ucontext_t &c) {
  return static_cast<u64>(c.uc_mcontext.gregs[REG_RBP]);
}

// The registers for unwinding, as in trace/machine/.
inline void copy_registers(const ucontext_t &c, u64 (&to)[register_count]) {
  constexpr int by_number[register_count] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
                                             REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                             REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};
  for (int number = 0; number < register_count; ++number)
    to[number] = static_cast<u64>(c.uc_mcontext.gregs[by_number[number]]);
}

// This kernel needs the address that a handler returns to; others have no such member, or find the
// address themselves.
using Restorer = void (*)();
#define CTS_SIGNAL_RETURN "mov $15, %rax\nsyscall\n" // rt_sigreturn

} // namespace cts::machine
