// Two thousand tasks from one producer while nobody else may execute any: the other threads are
// busy until the last has been generated. What the producer executes meanwhile it executes as a
// child.
#include "cts.h"

int main(void) {
  int ready = 0;
#pragma omp parallel num_threads(2) shared(ready)
  {
    if (omp_get_thread_num() == 0) {
      cts_mark();
      for (int i = 0; i < 2000; i++) {
        cts_expect("task-create.context", "task_create => encountering_task=current");
#pragma omp task
        {
        }
      }
      cts_count("task-create.one-per-task", 2000, "task_create flags&explicit");
      cts_announce(&ready);
    } else
      cts_await(&ready);
  }
  cts_total("task-schedule.complete-once", 2000, "task_schedule prior_task_status=complete");
}
