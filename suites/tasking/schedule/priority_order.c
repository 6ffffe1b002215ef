// Tasks of different priority: the order is the runtime's business, the number is not.
// ENV: OMP_MAX_TASK_PRIORITY=7
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
    for (int i = 0; i < 64; i++) {
#pragma omp task priority(i % 8)
      cts_body("task");
    }
    cts_count("task-create.one-per-task", 64, "task_create flags&explicit");
  }
  cts_total("task-schedule.complete-once", 64, "task_schedule prior_task_status=complete");
}
