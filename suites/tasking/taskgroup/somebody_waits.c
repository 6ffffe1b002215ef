// At a taskgroup's end a task certainly waits for the group's task: meanwhile it executes two
// others of the group, one after the other, and between them there is nothing to do.
// RULES: sync.wait-pair
#include "executed_elsewhere.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    const int waiter = omp_get_thread_num();
    int waits = 0, executor = -1;
    cts_mark();
#pragma omp taskgroup
    {
#pragma omp task shared(waits, executor)
      {
#pragma omp atomic write
        executor = omp_get_thread_num();
        if (omp_get_thread_num() != waiter)
          waits = somebody_waits(waiter);
      }
      (void)await_thread(&executor);
    }
    if (waits)
      CTS_WAITED("kind=taskgroup");
  }
}
