// A taskyield in the generating task while the other threads are busy: if the thread switches to
// another task there, the reason is yield.
#include "cts.h"

#ifndef TASKS
#define TASKS 3
#endif

int main(void) {
  int done = 0;
#pragma omp parallel num_threads(2) shared(done)
  {
    if (omp_get_thread_num() == 0) {
      for (int i = 0; i < TASKS; i++) {
        cts_expect("task-schedule.yield", "task_create => encountering_task=$self");
#pragma omp task
        cts_body("task");
      }
      cts_mark();
#pragma omp taskyield
      cts_count("task-schedule.yield", 0,
                "task_schedule prior_task=$self prior_task_status!=yield");
      cts_announce(&done);
    } else
      cts_await(&done);
  }
}
