// Every thread produces and consumes: two hundred tasks each.
#include "cts.h"

int main(void) {
  int executed = 0, expected = 0;
#pragma omp parallel num_threads(4) shared(executed, expected)
  {
#pragma omp atomic
    expected += 200;
    cts_mark();
    for (int i = 0; i < 200; i++)
#pragma omp task shared(executed)
      cts_increment(&executed);
    cts_count("task-create.one-per-task", 200, "task_create flags&explicit");
  }
  cts_total("task-schedule.complete-once", expected, "task_schedule prior_task_status=complete");
  return executed != expected;
}
