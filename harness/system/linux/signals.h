// Signals by direct system calls: a program may define functions with the C library's names. Async
// signal safe.
#pragma once

#include "system/linux/machine.h"

#include <csignal>

namespace cts::sampler {

// The kernel's layout; glibc's struct sigaction has another one.
struct KernelAction {
  void (*handler)(int, siginfo_t *, void *);
  unsigned long flags;
  [[no_unique_address]] machine::Restorer restorer;
  u64 mask;
};

constexpr u64 bit(int signal) { return u64{1} << (signal - 1); } // in a mask of the kernel's

// Call this for an action with a handler: it sets the handler's return address on kernels that
// require one.
void returns_by_itself(KernelAction &action);

// Returns false if the kernel refuses. A null action is not set or not returned.
bool set_handler(int signal, const KernelAction *wanted, KernelAction *before);

// The signals of a bad access, or with which a runtime ends a program; other signals are left to
// the program.
constexpr int fatal_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
using Handler = void (*)(int, siginfo_t *, void *);

// Installs our handler for one of these signals and keeps the program's action for hand_on. Returns
// false if the kernel refuses. Not thread safe.
bool take_fault(int signal, Handler handler);

// Whether the signal's handler is the one that take_fault set last.
bool handles_faults(int signal);

// Passes on a signal that is not ours, so that it has its usual effect.
void hand_on(int signal, siginfo_t *info, void *context);

// A real-time signal without a handler; 0 if there is none.
int free_signal();

// Blocks or unblocks these signals on the calling thread (SIG_BLOCK, SIG_UNBLOCK).
void change_mask(int how, u64 signals);

} // namespace cts::sampler
