// One detached task after the other: each is fulfilled once, where its generating task says so, and
// late where that thread has executed it before.
// REQUIRES: detach
#include "cts.h"

int main(void) {
  int over = 0;
#pragma omp parallel num_threads(2) shared(over)
  {
    if (omp_get_thread_num() == 0) {
      for (int round = 0; round < 4; round++) {
        omp_event_handle_t event;
        int executed_by = -1, who;
#pragma omp task detach(event) shared(executed_by)
        {
#pragma omp atomic write
          executed_by = omp_get_thread_num();
        }
        for (int i = 0; i < 10; i++) {
#pragma omp taskyield
        }
#pragma omp atomic read
        who = executed_by;
        cts_mark();
        if (who == 0)
          cts_expect("task-fulfill.early-late",
                     "task_schedule next_task=null => prior_task_status=late_fulfill");
        omp_fulfill_event(event);
        cts_count("task-fulfill.event", 1,
                  "task_schedule prior_task_status=early_fulfill/late_fulfill next_task=null");
#pragma omp taskwait
      }
      cts_announce(&over);
    } else
      cts_await(&over);
  }
}
