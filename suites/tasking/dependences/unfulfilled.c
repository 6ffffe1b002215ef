// A task waits for one whose completion is held back by a detach event: the dependence is certainly
// unfulfilled when the second task is generated, and is reported between the two.
// REQUIRES: detach
#include "cts.h"

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2) shared(x)
#pragma omp single
  {
    omp_event_handle_t event;
    cts_expect("task-create.has-dependences", "task_create => has_dependences!=0 new_task=$first");
#pragma omp task depend(out : x) detach(event)
    cts_body("task");
    cts_expect("task-create.has-dependences", "task_create => has_dependences!=0 new_task=$second");
#pragma omp task depend(in : x)
    cts_value("task-schedule.dependence-respected", "x", x, 1);
    x = 1;
    omp_fulfill_event(event);
  }
  cts_total("task-dependence.distinct", 1, "task_dependence src_task=$first sink_task=$second");
  cts_total("task-dependence.distinct", 1, "task_dependence");
}
