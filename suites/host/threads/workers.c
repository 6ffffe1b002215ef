// Every thread of a team but the initial one is the runtime's own: it begins as a worker.
// RULES: thread-begin.worker-type thread-begin.before-implicit-task thread-begin.first-on-thread
// RULES: thread-begin.unknown-type thread-begin.data-none thread-begin.type-in-enum
#include "cts.h"

int main(void) {
  int threads = 0;
#pragma omp parallel num_threads(4)
  {
    cts_body("parallel");
    if (omp_get_thread_num() == 0)
      threads = omp_get_num_threads();
  }
  cts_after("parallel");
  cts_total_range("thread-begin.worker-type", threads - 1, 1000,
                  "thread_begin thread_type=worker");
  cts_total("thread-begin.unknown-type", 0, "thread_begin thread_type=unknown");
}
