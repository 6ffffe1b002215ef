/* A program proves with this file that another thread waits. The program creates a task and gives
 * way until another thread has executed it. A thread that executes two such tasks in turn, inside a
 * construct that it cannot leave before this thread comes, has waited in between. */
#ifndef CTS_EXECUTED_ELSEWHERE_H
#define CTS_EXECUTED_ELSEWHERE_H

#include "cts.h"
#include <sched.h>

enum { cts_patience = 1000000 };

/* Gives way until the number of a thread is there, and returns it; -1 if there is none after a
 * while. */
static inline int await_thread(int *number) {
  for (int i = 0; i < cts_patience; i++) {
    int seen;
#pragma omp atomic read
    seen = *number;
    if (seen >= 0)
      return seen;
    sched_yield();
  }
  return -1;
}

/* Creates a task and waits until it has been executed. Returns the thread that executed the task,
 * or -1 if that is this thread, or if no thread has after a while. */
static inline int executed_elsewhere(void) {
  int thread = -1;
#pragma omp task shared(thread)
#pragma omp atomic write
  thread = omp_get_thread_num();
  const int seen = await_thread(&thread);
  if (seen < 0) {
#pragma omp taskwait
  }
  return seen == omp_get_thread_num() ? -1 : seen;
}

/* Whether that thread has waited in between two tasks that it executed. */
static inline int somebody_waits(int thread) {
  return executed_elsewhere() == thread && executed_elsewhere() == thread;
}

/* The runtime reported the begin and the end of the wait of the thread that waited. */
#define CTS_WAITED(kind)                                                                           \
  do {                                                                                             \
    cts_count_range("sync.wait-pair", 1, 1000, "sync_region_wait " kind " endpoint=begin");        \
    cts_count_range("sync.wait-pair", 1, 1000, "sync_region_wait " kind " endpoint=end");          \
  } while (0)

#endif
