// A taskgroup waits for the fulfilment of a detached task in it.
// REQUIRES: detach
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    int executed = 0;
#pragma omp taskgroup
    {
      omp_event_handle_t event;
#pragma omp task detach(event) shared(executed)
      executed = 1;
#pragma omp task firstprivate(event)
      omp_fulfill_event(event);
    }
    cts_value("taskgroup.all-complete", "executed", executed, 1);
  }
  cts_total("task-fulfill.event", 1, "task_schedule prior_task_status=early_fulfill/late_fulfill");
}

// CHECK: initial-task
// CHECK-NEXT:   parallel P1 requested=2 team=2
// CHECK-NEXT:     implicit-task 0
// CHECK-NEXT:       single
// CHECK-NEXT:{{^ *}}taskgroup
// CHECK-NEXT:           task T1 explicit
// CHECK-NEXT:           task T2 explicit
// CHECK-NEXT:       barrier_implicit{{.*}}
// CHECK-NEXT:       barrier_implicit{{.*}}
// CHECK-NEXT:     implicit-task 1
// CHECK-NEXT:       single
// CHECK-NEXT:       barrier_implicit{{.*}}
// CHECK-NEXT:       barrier_implicit{{.*}}
