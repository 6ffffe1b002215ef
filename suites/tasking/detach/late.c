// A thread that has executed the task itself to its end, at a taskyield while the others are busy,
// fulfils the event afterwards: that is a late fulfilment for certain, and the body ended with the
// status detach. If the runtime does not run the task at the taskyield, either kind will do.
// RULES: task-fulfill.early-late task-schedule.complete-vs-detach task-fulfill.no-extra-complete
// REQUIRES: detach
#include "cts.h"

int main(void) {
  int over = 0;
#pragma omp parallel num_threads(2) shared(over)
  {
    if (omp_get_thread_num() == 0) {
      omp_event_handle_t event;
      int executed_by = -1;
      cts_expect("task-schedule.complete-vs-detach", "task_create => new_task=$detached");
      cts_mark();
#pragma omp task detach(event) shared(executed_by)
      {
#pragma omp atomic write
        executed_by = omp_get_thread_num();
      }
      for (int i = 0; i < 10; i++) {
#pragma omp taskyield
      }
      int who;
#pragma omp atomic read
      who = executed_by;
      if (who == 0) {
        cts_expect("task-fulfill.early-late",
                   "task_schedule next_task=null => prior_task_status=late_fulfill");
        cts_count("task-schedule.complete-vs-detach", 1,
                  "task_schedule prior_task=$detached prior_task_status=detach");
        cts_count("task-schedule.complete-vs-detach", 0,
                  "task_schedule prior_task=$detached prior_task_status=complete");
      }
      omp_fulfill_event(event);
#pragma omp taskwait
      cts_announce(&over);
    } else
      cts_await(&over);
  }
}
