// One hundred tasks in the serial part: as many creations as completions.
#include "cts.h"

int main(void) {
  int executed = 0;
  cts_mark();
  for (int i = 0; i < 100; i++)
#pragma omp task shared(executed)
    cts_increment(&executed);
#pragma omp taskwait
  cts_count("task-create.one-per-task", 100, "task_create flags&explicit");
  cts_total("task-schedule.completes-eventually", 100, "task_schedule prior_task_status=complete");
  return executed != 100;
}
