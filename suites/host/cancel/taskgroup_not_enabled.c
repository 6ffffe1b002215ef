// With OMP_CANCELLATION=false a cancel construct does nothing, and reports nothing.
// ENV: OMP_CANCELLATION=false
#include "cts.h"

int main(void) {
  int executed = 0;
#pragma omp parallel num_threads(2) shared(executed)
#pragma omp single
#pragma omp taskgroup
  for (int i = 0; i < 5; i++) {
#pragma omp task shared(executed)
    {
#pragma omp cancel taskgroup
#pragma omp cancellation point taskgroup
      cts_increment(&executed);
    }
  }
  cts_value("cancel.activated", "executed", executed, 5);
  cts_total("cancel.activated", 0, "cancel flags&activated");
  cts_total("cancel.detected", 0, "cancel");
}
