// A task waits for three others, each for another variable, whose completion is held back by detach
// events: it depends on each once.
// RULES: task-dependence.distinct task-dependence.reported
// REQUIRES: detach
#include "cts.h"

enum { WRITERS = 3 };

int main(void) {
  int x[WRITERS] = {0};
#pragma omp parallel num_threads(2) shared(x)
#pragma omp single
  {
    omp_event_handle_t event[WRITERS];
    for (int i = 0; i < WRITERS; i++) {
      omp_event_handle_t one;
      cts_expect("task-dependence.distinct", "task_create => new_task=$writer%d", i);
#pragma omp task depend(out : x[i]) detach(one)
      cts_body("task");
      event[i] = one;
    }
    cts_expect("task-dependence.distinct", "task_create => new_task=$reader");
#pragma omp task depend(in : x[0], x[1], x[2])
    cts_body("task");
    for (int i = 0; i < WRITERS; i++)
      omp_fulfill_event(event[i]);
  }
  for (int i = 0; i < WRITERS; i++)
    cts_total("task-dependence.distinct", 1, "task_dependence src_task=$writer%d sink_task=$reader",
              i);
  cts_total("task-dependence.distinct", WRITERS, "task_dependence");
}
