// The task that cancels its group leaves its block there: the switch away from it has the status
// cancel.
// ENV: OMP_CANCELLATION=true
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup
  {
    cts_expect("cancel.activated", "task_create => new_task=$canceller");
#pragma omp task
    {
      cts_expect("cancel.activated", "cancel => task=$canceller flags&activated");
      cts_expect("task-schedule.cancel",
                 "task_schedule prior_task=$canceller => prior_task_status=cancel");
#pragma omp cancel taskgroup
    }
  }
}
