// The tasks of a cancelled group that have not started are discarded, one event each: together with
// those that have run they are all.
// RULES: cancel.discarded cancel.activated cancel.one-of cancel.discarded-with-construct
// ENV: OMP_CANCELLATION=true
#include "cts.h"

int main(void) {
  int executed = 0;
#pragma omp parallel num_threads(2) shared(executed)
#pragma omp single
#pragma omp taskgroup
  {
#pragma omp task shared(executed)
    {
      for (int i = 0; i < 20; i++)
#pragma omp task shared(executed)
        cts_increment(&executed);
#pragma omp task if (0)
      {
#pragma omp cancel taskgroup
      }
    }
  }
  cts_total("cancel.activated", 1, "cancel flags&activated");
  cts_total("cancel.discarded", 20 - executed, "cancel flags&discarded_task");
  cts_total("cancel.one-of", 0, "cancel flags&discarded_task flags&activated");
}
