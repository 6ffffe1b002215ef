// An untied task in a team of one, where a runtime executes it at once: the switches into it and
// out of it fit together, and it completes once.
// RULES: task-schedule.prior-is-current task-schedule.next-known task-schedule.complete-once
// RULES: task-create.flags-untied
#include "cts.h"

int main(void) {
  int executed = 0;
#pragma omp parallel num_threads(1) shared(executed)
  {
    cts_expect("task-create.flags-untied", "task_create => flags&untied new_task=$untied");
#pragma omp task untied shared(executed)
    executed = 1;
#pragma omp taskwait
    cts_after("task");
  }
  cts_total("task-schedule.complete-once", executed,
            "task_schedule prior_task=$untied prior_task_status=complete");
}
