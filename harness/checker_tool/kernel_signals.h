// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Signals by the system's own calls: a program may have functions of the C library's names. Async
// signal safe.
#pragma once

#include "trace/types.h"

#include <csignal>

namespace cts::sampler {

// What the kernel takes; glibc's struct sigaction has another layout.
struct KernelAction {
  void (*handler)(int, siginfo_t *, void *);
  unsigned long flags;
  void (*restorer)();
  u64 mask;
};
constexpr unsigned long has_restorer = 0x04000000;

constexpr u64 bit(int signal) { return u64{1} << (signal - 1); } // in a mask of the kernel's

// False if the kernel refuses. Either action may be null: then nothing is set, or told.
bool set_handler(int signal, const KernelAction *wanted, KernelAction *before);

// A real-time signal that nobody handles; 0 if there is none.
int free_signal();

// Blocks or lets through these signals on the calling thread (SIG_BLOCK, SIG_UNBLOCK).
void change_mask(int how, u64 signals);

#if defined(__x86_64__)
// The restorer for KernelAction: it returns from the handler.
extern "C" void ompt_cts_sampler_return();
#endif

} // namespace cts::sampler
