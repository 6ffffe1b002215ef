// Three generations: each creation names the task that encountered the construct.
// RULES: task-create.context task-create.one-per-task task-create.before-execution
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_expect("task-create.context", "task_create => encountering_task=current new_task=$child");
#pragma omp task
    {
      cts_body("task");
      cts_expect("task-create.context",
                 "task_create => encountering_task=$child new_task=$grandchild");
#pragma omp task
      {
        cts_body("task");
        cts_expect("task-create.context",
                   "task_create => encountering_task=$grandchild new_task!=$child");
#pragma omp task
        cts_body("task");
      }
    }
  }
  cts_total("task-create.one-per-task", 3, "task_create flags&explicit");
}
