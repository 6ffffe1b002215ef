// A task that a final task generates is included: final itself, and undeferred. A runtime that
// turns it into a plain call reports no task at all; if it reports one, the flags must be right.
// RULES: task-create.flags-final task-create.flags-undeferred task-create.one-per-task
// RULES: task-schedule.included-same-thread
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task final(1)
    {
      cts_mark();
#pragma omp task
      cts_body("task");
      cts_after("task");
      cts_count_range("task-create.one-per-task", 0, 1, "task_create flags&explicit");
      cts_count("task-create.flags-final", 0, "task_create flags!&final");
      cts_count("task-create.flags-undeferred", 0, "task_create flags!&undeferred");
    }
#pragma omp taskwait
  }
}
