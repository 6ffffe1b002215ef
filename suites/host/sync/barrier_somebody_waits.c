// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One member certainly waits in the barrier: it executes two tasks there before the other member
// has arrived, and between them there is nothing to do. Its waiting has a begin and an end.
// RULES: sync.wait-pair
// ENV: OMP_DYNAMIC=false
#include "cts.h"
#include <sched.h>

enum { patience = 1000000 };

/* Creates a task and gives way until another thread has executed it: which, or -1 if none does. */
static int executed_elsewhere(void) {
  int thread = -1;
#pragma omp task shared(thread)
#pragma omp atomic write
  thread = omp_get_thread_num();
  for (int i = 0; i < patience; i++) {
    int seen;
#pragma omp atomic read
    seen = thread;
    if (seen >= 0)
      return seen == omp_get_thread_num() ? -1 : seen;
    sched_yield();
  }
#pragma omp taskwait
  return -1;
}

int main(void) {
  int waits = 0;
#pragma omp parallel num_threads(2)
  {
    cts_mark();
    if (omp_get_thread_num() == 0 && omp_get_num_threads() == 2)
      waits = executed_elsewhere() == 1 && executed_elsewhere() == 1;
#pragma omp barrier
    if (waits && omp_get_thread_num() == 1) {
      cts_count_range("sync.wait-pair", 1, 1000, "sync_region_wait endpoint=begin");
      cts_count_range("sync.wait-pair", 1, 1000, "sync_region_wait endpoint=end");
    }
  }
}
