// Tasks that enter a critical region: a lock is no scheduling point, and no task event lies between
// its acquisition and its release.
#include "cts.h"

int main(void) {
  int executed = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 30; i++) {
#pragma omp task shared(executed)
    {
#pragma omp critical
      {
        cts_mark();
        executed++;
        cts_count("task-schedule.at-scheduling-point", 0, "task_schedule");
      }
    }
  }
  cts_total("task-schedule.complete-once", 30, "task_schedule prior_task_status=complete");
  return executed != 30;
}
