// The program ends inside a region, by exit: open regions may stay open, no event may follow the
// finalizer, and each member had its implicit task.
// RULES: implicit-task-begin.before-body parallel-begin.before-implicit-tasks
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  {
    cts_body("parallel");
#pragma omp barrier
    if (omp_get_thread_num() == 0)
      exit(0);
#pragma omp barrier
  }
  return 1;
}
