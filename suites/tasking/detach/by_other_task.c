// One task fulfils the event of another: the callback names the detached task, not the one that
// calls.
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
#pragma omp task firstprivate(event)
    {
      cts_expect("task-fulfill.event", "task_schedule next_task=null => prior_task=$detached "
                                       "prior_task_status=early_fulfill/late_fulfill");
      omp_fulfill_event(event);
    }
#pragma omp taskwait
    cts_after("task");
  }
  cts_total("task-fulfill.early-late", 1,
            "task_schedule prior_task_status=early_fulfill/late_fulfill");
}
