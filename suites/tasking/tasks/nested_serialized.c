// Tasks in an inner parallel region that runs with one thread.
#include "cts.h"

int main(void) {
  int outer = 0;
  omp_set_max_active_levels(1);
#pragma omp parallel num_threads(2)
  {
    cts_increment(&outer);
#pragma omp parallel num_threads(2)
    {
      cts_mark();
      cts_expect("task-create.context", "task_create => encountering_task=current");
#pragma omp task
      cts_body("task");
#pragma omp taskwait
      cts_after("task");
      cts_count("task-create.one-per-task", 1, "task_create flags&explicit");
    }
  }
  cts_total("task-create.one-per-task", outer, "task_create flags&explicit");
}
