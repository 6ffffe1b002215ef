// Tasks generated in a single region complete in its implicit barrier; with nowait they complete at
// the end of the parallel region at the latest.
#include "cts.h"

int main(void) {
  int first = 0, second = 0;
#pragma omp parallel num_threads(2) shared(first, second)
  {
#pragma omp single
    for (int i = 0; i < 10; i++)
#pragma omp task shared(first)
      cts_increment(&first);
    cts_value("barrier.tasks-complete", "executed", first, 10);
#pragma omp single nowait
    for (int i = 0; i < 10; i++)
#pragma omp task shared(second)
      cts_increment(&second);
  }
  cts_value("barrier.tasks-complete", "executed", second, 10);
  cts_total("task-schedule.completes-eventually", 20, "task_schedule prior_task_status=complete");
}
