// A thousand tasks from one producer: one creation and one completion each.
// RULES: task-create.one-per-task task-schedule.completes-eventually barrier.tasks-complete
// RULES: task-create.data-none
#include "cts.h"

int main(void) {
  int executed = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    cts_mark();
    for (int i = 0; i < 1000; i++)
#pragma omp task shared(executed)
      cts_increment(&executed);
    cts_count("task-create.one-per-task", 1000, "task_create flags&explicit");
  }
  cts_value("barrier.tasks-complete", "executed", executed, 1000);
  cts_total("task-schedule.completes-eventually", 1000, "task_schedule prior_task_status=complete");
}
