// A task that depends on a detached one starts after the event has been fulfilled, not when the
// body has ended.
// REQUIRES: detach
#include "cts.h"

int main(void) {
  int x = 0, fulfilled = 0;
#pragma omp parallel num_threads(2) shared(x, fulfilled)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : x)
    x = 1;
#pragma omp task depend(in : x)
    {
      int seen;
#pragma omp atomic read seq_cst
      seen = fulfilled;
      cts_value("task-schedule.dependence-respected", "fulfilled", seen, 1);
    }
#pragma omp atomic write seq_cst
    fulfilled = 1;
    omp_fulfill_event(event);
  }
  cts_total("task-fulfill.event", 1, "task_schedule prior_task_status=early_fulfill/late_fulfill");
}
