// cancel with if(0) activates nothing; with nothing active it detects nothing either.
// ENV: OMP_CANCELLATION=true
#include "cts.h"

int main(void) {
  int executed = 0;
#pragma omp parallel num_threads(2) shared(executed)
#pragma omp single
#pragma omp taskgroup
  for (int i = 0; i < 5; i++) {
#pragma omp task shared(executed)
    {
#pragma omp cancel taskgroup if (0)
      cts_increment(&executed);
    }
  }
  cts_value("cancel.if-false-still-point", "executed", executed, 5);
  cts_total("cancel.activated", 0, "cancel flags&activated");
  cts_total("cancel.if-false-still-point", 0, "cancel");
}
