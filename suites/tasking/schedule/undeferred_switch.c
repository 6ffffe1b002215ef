// An undeferred task suspends its parent: one switch into the child, one completion back into the
// parent, with the parent as prior and next task.
// RULES: task-schedule.switch-otherwise task-schedule.parent-suspended
// RULES: task-schedule.prior-is-current task-schedule.next-known task-schedule.context
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_expect("task-schedule.next-known",
               "task_create => new_task=$child encountering_task=$parent");
    cts_expect("task-schedule.switch-otherwise",
               "task_schedule => prior_task=$parent prior_task_status=switch next_task=$child");
#pragma omp task if (0)
    {
      cts_body("task");
      cts_expect("task-schedule.parent-suspended",
                 "task_schedule => prior_task=$child prior_task_status=complete next_task=$parent");
    }
    cts_after("task");
  }
}
