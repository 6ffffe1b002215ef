/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The common part of all programs that ompt-cts explore draws (docs/explore.md): a program counts
 * its blocks, and checks its results. */
#ifndef GENERATED_H
#define GENERATED_H

#include "cts.h"
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __cplusplus
#define C_NAMED extern "C"
#else
#define C_NAMED
#endif

/* Values that compilers do not know. */
static volatile int yes = 1, no = 0;
__attribute__((weak)) long wrong; /* one in all source files and libraries */

static inline void add(long *counter, long number) {
  __atomic_fetch_add(counter, number, __ATOMIC_RELAXED);
}
/* For values that constructs put in order; atomic, because race detectors know few constructs. */
static inline long get(long *value) { return __atomic_load_n(value, __ATOMIC_RELAXED); }
static inline void set(long *value, long to) { __atomic_store_n(value, to, __ATOMIC_RELAXED); }
static inline void same(long got, long right, const char *what) {
  if (got != right) {
    fprintf(stderr, "wrong: %s is %ld instead of %ld\n", what, got, right);
    add(&wrong, 1);
  }
}

/* Stays in the program's own code until a sampler has taken some forty samples; ten times at most.
 * */
static inline void hold(void) {
  static long stays;
  const volatile unsigned long long *taken = cts_sample_count();
  unsigned long long until = taken ? *taken + 40 : 0;
  if (__atomic_add_fetch(&stays, 1, __ATOMIC_RELAXED) <= 10)
    while (taken && *taken < until) {
    }
}

/* The programs' own threads: one meets no OpenMP, one is the first to meet it, one ends the
 * program. */
static int status(void);
static inline void *unknown(void *argument) {
  cts_expect("get-thread-data.foreign", "probe_thread asked=note => thread=null");
  cts_expect("get-state.foreign", "probe_thread asked=note => state=undefined");
  cts_after("serial");
  return argument;
}
static long used;
static inline void *use(void *argument) { /* libomp crashes if this thread ends */
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  set(&used, 1);
  while (get(&used))
    sched_yield();
  return argument;
}
static inline void ended_thread(void) {
  pthread_t its;
  if (pthread_create(&its, NULL, use, NULL) != 0)
    abort();
  while (!get(&used))
    sched_yield();
  set(&used, 0);
  pthread_join(its, NULL);
}
static __attribute__((noinline, unused)) void guarded(void) {
#pragma omp parallel num_threads(2)
#pragma omp critical(guarded)
  cts_body("critical");
}
static inline void *leave(void *argument) {
  exit(status());
  return argument;
}

/* Forks a child before OpenMP is used; the child has its own trace. */
static inline pid_t child(void) {
  char name[4096];
  const char *folder = getenv("OMPT_CTS_TRACE");
  pid_t its = fork();
  if (its == 0 && folder) {
    snprintf(name, sizeof name, "%s.%ld", folder, (long)getpid());
    setenv("OMPT_CTS_TRACE", name, 1);
  }
  return its;
}
/* The process divides, and both processes go on alike. */
static pid_t other = -1;
static inline void divide(void) { other = child(); }

/* Runs constructs at which a runtime may end the process, in a process of their own. */
static inline void apart(void (*constructs)(void), const char *what) {
  int its = 0;
  pid_t one = child();
  if (one == 0) {
    constructs();
    exit(0);
  }
  if (waitpid(one, &its, 0) != one || its != 0) {
    fprintf(stderr, "wrong: %s: %s\n", what, WIFSIGNALED(its) ? strsignal(WTERMSIG(its)) : "exit");
    add(&wrong, 1);
  }
}

/* The exit status: wrong results of this process or of its divided half. If a signal ended that
 * half, the signal ends this process as well, so that the end is judged as what it is. */
static inline int status(void) {
  int its = 0;
  if (other > 0) {
    const int ended = waitpid(other, &its, 0) == other;
    if (ended && WIFSIGNALED(its))
      raise(WTERMSIG(its));
    same(ended && its == 0, 1, "status of the other process");
  }
  return wrong ? 3 : 0;
}

#endif
