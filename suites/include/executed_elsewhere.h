/* How a program proves that another thread waits: it creates a task and gives way until another
 * thread has executed it. Who executes two of them, one after the other, in a construct that it
 * cannot leave before this thread comes, has waited in between.
 */
#ifndef CTS_EXECUTED_ELSEWHERE_H
#define CTS_EXECUTED_ELSEWHERE_H

#include "cts.h"
#include <sched.h>

enum { cts_patience = 1000000 };

/* Gives way until a thread's number is there: that number, or -1 if after a while there is none. */
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

/* Creates a task and waits until it has been executed. The thread that executed it, or -1 if that
 * is this one, or if nobody has after a while. */
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

/* The thread that waited was told of the begin and the end of its waiting. */
#define CTS_WAITED(kind)                                                                           \
  do {                                                                                             \
    cts_count_range("sync.wait-pair", 1, 1000, "sync_region_wait " kind " endpoint=begin");        \
    cts_count_range("sync.wait-pair", 1, 1000, "sync_region_wait " kind " endpoint=end");          \
  } while (0)

#endif
