// Fifty detached tasks, fulfilled by the generating task in reverse order: fifty fulfilments, each
// task ends once.
// REQUIRES: detach
#include "cts.h"

#define TASKS 50

int main(void) {
  int executed = 0;
#pragma omp parallel num_threads(2) shared(executed)
#pragma omp single
  {
    omp_event_handle_t events[TASKS];
    cts_mark();
    for (int i = 0; i < TASKS; i++) {
      omp_event_handle_t event;
#pragma omp task detach(event) shared(executed)
      cts_increment(&executed);
      events[i] = event;
    }
    cts_count("task-create.one-per-task", TASKS, "task_create flags&explicit");
    for (int i = TASKS - 1; i >= 0; i--)
      omp_fulfill_event(events[i]);
#pragma omp taskwait
    cts_value("taskwait.children-complete", "executed", executed, TASKS);
  }
  cts_total("task-fulfill.event", TASKS,
            "task_schedule prior_task_status=early_fulfill/late_fulfill next_task=null");
}
