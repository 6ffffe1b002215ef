// Fifty undeferred tasks, each inside the one before: fifty switches down and fifty completions
// back, all on the thread that encountered the first.
#include "cts.h"

static void down(int n) {
  if (n == 0)
    return;
#pragma omp task if (0)
  {
    cts_body("task");
    down(n - 1);
  }
  cts_after("task");
}

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
    down(50);
    cts_count("task-schedule.switch-otherwise", 50, "task_schedule prior_task_status=switch");
    cts_count("task-schedule.parent-suspended", 50, "task_schedule prior_task_status=complete");
    cts_count("task-schedule.balanced-return", 100, "task_schedule");
  }
}
