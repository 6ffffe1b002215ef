// An undeferred task gets the memory that a nested task had before; around the new task is its
// own generating task. The deferred task takes the memory of the outer one.
// RULES: task-info.ancestors task-create.context
// RECORD: --probes=full
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task if (0)
#pragma omp task if (0)
    cts_body("task");
#pragma omp task
    cts_body("task");
    cts_expect("task-create.context", "task_create => flags&undeferred");
#pragma omp task if (0)
    cts_body("task");
  }
}
