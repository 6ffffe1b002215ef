// An untied task with several scheduling points generates children and waits for them: the children
// complete, the parent completes once, at its end.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task untied
  {
    int children = 0;
    for (int i = 0; i < 5; i++)
#pragma omp task shared(children)
      cts_increment(&children);
#pragma omp taskwait
    cts_value("taskwait.children-complete", "children", children, 5);
    for (int i = 0; i < 5; i++)
#pragma omp task shared(children)
      cts_increment(&children);
#pragma omp taskwait
    cts_value("taskwait.children-complete", "children", children, 10);
  }
  cts_total("task-create.one-per-task", 11, "task_create flags&explicit");
  cts_total("task-schedule.complete-once", 11, "task_schedule prior_task_status=complete");
}
