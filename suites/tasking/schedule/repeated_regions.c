// Tasks in one parallel region after the other: no task of an earlier region is seen in a later
// one.
#include "cts.h"

int main(void) {
  for (int region = 0; region < 20; region++) {
    int executed = 0;
#pragma omp parallel num_threads(2) shared(executed)
#pragma omp single nowait
    {
      cts_mark();
      for (int i = 0; i < 5; i++)
#pragma omp task shared(executed)
        cts_increment(&executed);
      cts_count("task-create.one-per-task", 5, "task_create flags&explicit");
    }
    cts_value("barrier.tasks-complete", "executed", executed, 5);
  }
  cts_total("task-schedule.complete-once", 100, "task_schedule prior_task_status=complete");
}
