// The event is fulfilled inside the task: an early fulfilment in the task itself, with no next
// task, and at its end the task completes like any other.
// REQUIRES: detach
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
    cts_expect("task-fulfill.event", "task_create => new_task=$detached");
#pragma omp task detach(event)
    {
      cts_body("task");
      cts_expect("task-fulfill.early-late",
                 "task_schedule => prior_task=$detached prior_task_status=early_fulfill");
      cts_expect("task-fulfill.event", "task_schedule prior_task=$detached => next_task=null");
      omp_fulfill_event(event);
    }
#pragma omp taskwait
    cts_after("task");
  }
  cts_total("task-schedule.complete-vs-detach", 1,
            "task_schedule prior_task=$detached prior_task_status=complete");
  cts_total("task-schedule.complete-vs-detach", 0,
            "task_schedule prior_task=$detached prior_task_status=detach/late_fulfill");
}
