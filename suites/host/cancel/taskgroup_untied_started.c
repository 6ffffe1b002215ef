// A taskgroup is cancelled while an untied task of it executes, which then yields: it has started, so
// that it is not discarded, and it meets no cancellation point, so that it ends as any task does.
// RULES: cancel.discarded task-schedule.cancel task-schedule.complete-once
// ENV: OMP_CANCELLATION=true
#include "cts.h"
#include <stdatomic.h>

int main(void) {
  atomic_int started = 0, cancelled = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup
  {
#pragma omp task untied shared(started, cancelled)
    {
      atomic_store(&started, 1);
      while (!atomic_load(&cancelled))
        ;
#pragma omp taskyield
    }
    while (!atomic_load(&started))
      ;
#pragma omp task if (0) shared(cancelled)
    {
#pragma omp cancel taskgroup
    }
    atomic_store(&cancelled, 1);
  }
  cts_total("cancel.discarded", 0, "cancel flags&discarded_task");
}
