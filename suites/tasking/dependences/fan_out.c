// Four tasks wait for one whose completion is held back by a detach event: each has one dependence,
// which is reported once, and no other is.
// RULES: task-dependence.distinct task-dependence.reported
// REQUIRES: detach
#include "cts.h"

enum { READERS = 4 };

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2) shared(x)
#pragma omp single
  {
    omp_event_handle_t event;
    cts_expect("task-dependence.distinct", "task_create => new_task=$writer");
#pragma omp task depend(out : x) detach(event)
    x = 1;
    for (int i = 0; i < READERS; i++) {
      cts_expect("task-dependence.distinct", "task_create => new_task=$reader%d", i);
#pragma omp task depend(in : x)
      cts_body("task");
    }
    omp_fulfill_event(event);
  }
  for (int i = 0; i < READERS; i++)
    cts_total("task-dependence.distinct", 1, "task_dependence src_task=$writer sink_task=$reader%d",
              i);
  cts_total("task-dependence.distinct", READERS, "task_dependence");
}
