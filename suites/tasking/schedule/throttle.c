// Five thousand tasks from one producer while the others wait at a barrier: whether the runtime
// queues them or executes them at once, each is created and completes once.
#include "cts.h"

int main(void) {
  int executed = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 5000; i++)
#pragma omp task shared(executed)
    cts_increment(&executed);
  cts_value("task-schedule.completes-eventually", "executed", executed, 5000);
  cts_total("task-create.one-per-task", 5000, "task_create flags&explicit");
  cts_total("task-schedule.complete-once", 5000, "task_schedule prior_task_status=complete");
}
