// num_tasks(strict: 4): exactly four tasks.
// REQUIRES: taskloop_strict
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
#pragma omp taskloop num_tasks(strict : 4)
    for (int i = 0; i < 16; i++)
      cts_body("taskloop");
    cts_count("taskloop.num-tasks", 4, "task_create flags&explicit encountering_task=current");
  }
}
