// Deferrable tasks in a team of one: all of them have completed after a taskwait, and the thread is
// back in its implicit task.
// RULES: task-schedule.completes-eventually taskwait.children-complete
// RULES: task-schedule.balanced-return
#include "cts.h"

int main(void) {
  int executed = 0;
#pragma omp parallel num_threads(1) shared(executed)
  {
    cts_mark();
    for (int i = 0; i < 20; i++) {
#pragma omp task shared(executed)
      executed++;
    }
#pragma omp taskwait
    cts_value("taskwait.children-complete", "executed", executed, 20);
    cts_count("task-schedule.completes-eventually", 20, "task_schedule prior_task_status=complete");
  }
}
