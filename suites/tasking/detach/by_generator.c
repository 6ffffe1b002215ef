// The generating task fulfils the event of a task that another thread may be running: early or
// late, but once, on the fulfilling thread, and with no next task.
// REQUIRES: detach
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
    cts_expect("task-fulfill.event", "task_create => new_task=$detached");
#pragma omp task detach(event)
    cts_body("task");
    cts_mark();
    cts_expect("task-fulfill.event",
               "task_schedule prior_task_status=early_fulfill/late_fulfill => prior_task=$detached "
               "next_task=null");
    omp_fulfill_event(event);
    cts_count("task-fulfill.early-late", 1,
              "task_schedule prior_task_status=early_fulfill/late_fulfill");
#pragma omp taskwait
    cts_after("task");
  }
  cts_total("task-fulfill.event", 1, "task_schedule prior_task_status=early_fulfill/late_fulfill");
}
