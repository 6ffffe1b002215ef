// Samples: signals at a steady rate, in which the checker asks the runtime as a sampling tool does,
// by every inquiry entry point that must be async-signal safe (5.0 §4.6, 5.2 §19.6, 6.0 §36).
#pragma once

#include "checker_tool/options.h"

namespace cts::sampler {

// Takes an unused real-time signal and installs the handler; the program keeps SIGPROF and all
// others. Passes signals that end a program (SIGSEGV, SIGABRT, …) on to it, unless an entry point
// that the handler calls raises them: then the handler records the signal, and the program
// continues. Does nothing if the options want no samples. False with a one-line reason if no signal
// is free. Called in the initializer, and again in that of a forked child.
bool start(const Options &options, Text &error);

// Begins and ends the sampling of the calling thread: after its native-thread-begin, and before its
// native-thread-end or its exit without one. Repeated calls do nothing. A thread that blocks the
// signal, or has little room left on its stack, is not sampled.
void thread_begins();
void thread_ends();

// No handler calls an entry point from here on, because they must not be used any more. Waits for
// running handlers, but not for ever: a handler that hangs in the runtime must not hang the
// program.
void stop();

// While an object lives, the calling thread is not sampled: the checker holds the thread inside a
// callback, where the thread's state need not fit its events.
struct Held {
  Held();
  ~Held();
};

// Whether the handler is inside an entry point on the calling thread. Async-signal safe.
bool asks();

// The calling thread is about to allocate this many bytes. Returns true, and records it, inside an
// entry point that the handler calls. Async-signal safe.
bool allocates(u64 bytes);

// The address of the number of samples taken in the process; null if no thread is sampled.
const volatile unsigned long long *taken();

// Requests enough samples of each thread to judge a phase. The lower 32 bits of the word are the
// number of threads that have them since; null if no thread is sampled. Programs hold a phase open
// until then.
const volatile unsigned long long *want_look();

} // namespace cts::sampler
