// Cancelling an inner taskgroup leaves the tasks of the outer one alone.
// ENV: OMP_CANCELLATION=true
#include "cts.h"

int main(void) {
  int outer = 0;
#pragma omp parallel num_threads(2) shared(outer)
#pragma omp single
#pragma omp taskgroup
  {
    for (int i = 0; i < 10; i++)
#pragma omp task shared(outer)
      cts_increment(&outer);
#pragma omp task
    {
#pragma omp taskgroup
      {
#pragma omp task
        {
#pragma omp cancel taskgroup
        }
      }
    }
  }
  cts_value("taskgroup.all-complete", "outer", outer, 10);
  cts_total("cancel.activated", 1, "cancel flags&activated");
  cts_total("cancel.discarded", 0, "cancel flags&discarded_task");
}
