// The parent of a task certainly waits for it: meanwhile it executes two descendants, one after the
// other, and between them there is nothing to do.
// RULES: sync.wait-pair
#include "executed_elsewhere.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    const int parent = omp_get_thread_num();
    int waits = 0, executor = -1;
    cts_mark();
#pragma omp task shared(waits, executor)
    {
#pragma omp atomic write
      executor = omp_get_thread_num();
      if (omp_get_thread_num() != parent)
        waits = somebody_waits(parent);
    }
    (void)await_thread(&executor);
#pragma omp taskwait
    if (waits)
      CTS_WAITED("kind=taskwait");
  }
}
