// Tasks of a serialized inner region are executed in the middle of tasks of the outer one: each
// thread returns to the task it left.
#include "cts.h"

int main(void) {
  int executed = 0;
  omp_set_max_active_levels(1);
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 4; i++) {
#pragma omp task shared(executed)
    {
#pragma omp parallel num_threads(2) shared(executed)
      {
#pragma omp task shared(executed)
        cts_increment(&executed);
#pragma omp taskwait
        cts_after("task");
      }
    }
  }
  cts_value("task-schedule.balanced-return", "executed", executed, 4);
  cts_total("task-schedule.complete-once", 8, "task_schedule prior_task_status=complete");
}
