// Tasks generated in a group that has been cancelled already: those that do not run have been
// discarded, one event each.
// RULES: cancel.discarded task-info.current
// RECORD: --probes=full
// ENV: OMP_CANCELLATION=true
#include "cts.h"

int main(void) {
  int executed = 0;
#pragma omp parallel num_threads(2) shared(executed)
#pragma omp single
#pragma omp taskgroup
  {
#pragma omp task if (0)
    {
#pragma omp cancel taskgroup
    }
    for (int i = 0; i < 5; i++)
#pragma omp task shared(executed)
      cts_increment(&executed);
  }
  cts_total("cancel.discarded", 5 - executed, "cancel flags&discarded_task");
}
