// Signals by the system's own calls: a program may have functions of the C library's names. Async
// signal safe.
#pragma once

#include "trace/machine/machine.h"

#include <csignal>

namespace cts::sampler {

// What the kernel takes; glibc's struct sigaction has another layout.
struct KernelAction {
  void (*handler)(int, siginfo_t *, void *);
  unsigned long flags;
  [[no_unique_address]] machine::Restorer restorer;
  u64 mask;
};

constexpr u64 bit(int signal) { return u64{1} << (signal - 1); } // in a mask of the kernel's

// To be called for an action with a handler: it tells the kernel where that returns to, where the
// kernel wants to be told.
void returns_by_itself(KernelAction &action);

// False if the kernel refuses. Either action may be null: then nothing is set, or told.
bool set_handler(int signal, const KernelAction *wanted, KernelAction *before);

// How a bad access, or what a runtime ends a program with, is told; others are left to the program.
constexpr int fatal_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
using Handler = void (*)(int, siginfo_t *, void *);

// Has one of these handled by us; what the program does with it is kept for hand_on. False if the
// kernel refuses. Not thread safe.
bool take_fault(int signal, Handler handler);

// The handler of the signal is one that take_fault has set last.
bool handles_faults(int signal);

// A signal that is none of ours takes the way that it takes without us.
void hand_on(int signal, siginfo_t *info, void *context);

// A real-time signal that nobody handles; 0 if there is none.
int free_signal();

// Blocks or lets through these signals on the calling thread (SIG_BLOCK, SIG_UNBLOCK).
void change_mask(int how, u64 signals);

} // namespace cts::sampler
