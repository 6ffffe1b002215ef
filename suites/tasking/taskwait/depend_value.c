// The antecedents of a taskwait with depend have completed after it: the antecedent's effect is there.
// REQUIRES: taskwait_depend
#include "cts.h"

int main(void) {
  int x = 0, y = 0;
#pragma omp parallel num_threads(2) shared(x, y)
#pragma omp single
  {
#pragma omp task depend(out : x) shared(x)
    x = 1;
    cts_mark();
#pragma omp task depend(out : y) shared(y)
    y = 1;
#pragma omp taskwait depend(in : x)
    cts_value("task-schedule.dependence-respected", "x", x, 1);
    cts_count_range("taskwait-complete.schedule", 0, 1,
                    "task_schedule prior_task_status=taskwait_complete");
#pragma omp taskwait
    cts_value("task-schedule.dependence-respected", "y", y, 1);
  }
}
