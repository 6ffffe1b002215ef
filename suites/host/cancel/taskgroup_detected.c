// A task whose undeferred child has cancelled the taskgroup detects it at its next cancellation
// point, and leaves its block there.
// ENV: OMP_CANCELLATION=true
#include "cts.h"

int main(void) {
  int went_on = 0;
#pragma omp parallel num_threads(2) shared(went_on)
#pragma omp single
#pragma omp taskgroup
  {
    cts_expect("cancel.task-data", "task_create => new_task=$parent");
#pragma omp task shared(went_on)
    {
#pragma omp task if (0)
      {
        cts_expect("cancel.activated", "cancel => flags&activated flags&taskgroup");
#pragma omp cancel taskgroup
      }
      cts_expect("cancel.detected", "cancel => flags&detected flags!&activated");
      cts_expect("cancel.construct-bit", "cancel => flags&taskgroup");
      cts_expect("cancel.task-data", "cancel => task=$parent");
#pragma omp cancellation point taskgroup
      went_on = 1;
    }
  }
  cts_value("cancel.detected", "went on", went_on, 0);
  cts_total("cancel.detected", 1, "cancel flags&detected");
}
