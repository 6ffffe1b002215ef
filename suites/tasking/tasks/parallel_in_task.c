// A parallel region inside a task: its team generates tasks of its own.
#include "cts.h"

int main(void) {
  int inner = 0;
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task shared(inner)
#pragma omp parallel num_threads(2)
  {
    cts_increment(&inner);
    cts_expect("task-create.context", "task_create => encountering_task=current");
#pragma omp task
    cts_body("task");
  }
  cts_total("task-create.one-per-task", inner + 1, "task_create flags&explicit");
}
