// A task of a cancelled group that meets no cancellation point afterwards runs to its end, and
// completes: the status cancel is for a task that was left at a cancellation point.
// ENV: OMP_CANCELLATION=true
#include "cts.h"

int main(void) {
  int went_on = 0;
#pragma omp parallel num_threads(2) shared(went_on)
#pragma omp single
#pragma omp taskgroup
  {
    cts_expect("cancel.activated", "task_create => new_task=$parent");
#pragma omp task shared(went_on)
    {
#pragma omp task if (0)
      {
        cts_expect("cancel.activated", "cancel => flags&activated flags&taskgroup");
#pragma omp cancel taskgroup
      }
      went_on = 1;
    }
  }
  if (went_on) {
    cts_total("task-schedule.cancel", 1,
              "task_schedule prior_task=$parent prior_task_status=complete");
    cts_total("task-schedule.cancel", 0,
              "task_schedule prior_task=$parent prior_task_status=cancel");
  }
}
