// A child of an undeferred task need not be undeferred; it is a task of its own with the undeferred
// task as its parent.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
    cts_expect("task-create.context", "task_create => new_task=$parent encountering_task=current");
#pragma omp task if (0)
    {
      cts_expect("task-create.context", "task_create => encountering_task=$parent");
      cts_expect("task-create.flags-final", "task_create => flags!&final");
#pragma omp task
      cts_body("task");
#pragma omp taskwait
      cts_after("task");
    }
    cts_count("task-create.one-per-task", 2, "task_create flags&explicit");
  }
}
