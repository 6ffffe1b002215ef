// Two thousand tasks from one producer while no other thread can execute any: the other threads are
// busy until the last task has been generated. A task that the producer executes meanwhile is its
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
