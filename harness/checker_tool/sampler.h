// Samples: signals at a steady rate in which the runtime is asked what a sampling tool asks, that
// is every inquiry entry point that must be async-signal safe (5.0 §4.6, 5.2 §19.6, 6.0 §36).
#pragma once

#include "checker_tool/options.h"

namespace cts::sampler {

// Takes a real-time signal that nobody uses and installs the handler; the program keeps SIGPROF and
// all others. Signals that end a program (SIGSEGV, SIGABRT, …) are handed on to it, unless an entry
// point that the handler asks ends in them: that is recorded, and the program goes on. Nothing
// happens where the options want no samples. False with a one-line reason if no signal is free.
// Called in the initializer, and again in that of a forked child.
bool start(const Options &options, Text &error);

// The calling thread is sampled from here (after its native-thread-begin) to there (before its
// native-thread-end, or where it exits without one). Repeated calls do nothing; nor is a thread
// sampled that blocks the signal, or has little room left on its stack.
void thread_begins();
void thread_ends();

// No handler asks anything from here on: the entry points may not be used any more. Waits for those
// that are asking, but not for ever: one that hangs in the runtime must not hang the program.
void stop();

// Does the handler ask an entry point on the calling thread? Async-signal safe.
bool asks();

// The calling thread is about to allocate so many bytes. True, and recorded, if it does so in an
// entry point that the handler asks. Async-signal safe.
bool allocates(u64 bytes);

// Where the number of samples taken in the process stands; null where no thread is sampled.
const volatile unsigned long long *taken();

// Wants each thread looked at, by enough samples to judge a phase. The lower 32 bits of the word
// are the number of threads that have been since; null where no thread is sampled. Programs hold a
// phase open until it has been seen.
const volatile unsigned long long *want_look();

} // namespace cts::sampler
