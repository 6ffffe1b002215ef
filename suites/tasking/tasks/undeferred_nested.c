// Undeferred tasks inside each other: each is undeferred, and none of them is final for that.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
    cts_expect("task-create.flags-undeferred", "task_create => flags&undeferred new_task=$one");
#pragma omp task if (0)
    {
      cts_expect("task-create.flags-undeferred", "task_create => flags&undeferred");
      cts_expect("task-create.context", "task_create => encountering_task=$one");
#pragma omp task if (0)
      cts_body("task");
      cts_after("task");
    }
    cts_after("task");
    cts_count("task-create.one-per-task", 2, "task_create flags&explicit");
    cts_count("task-create.flags-final", 0, "task_create flags&final");
  }
}
