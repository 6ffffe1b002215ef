// A cancel construct whose if clause is false activates nothing: no event.
// ENV: OMP_CANCELLATION=true
#include "cts.h"

int main(void) {
  volatile int no = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp cancel parallel if (no)
#pragma omp cancellation point parallel
  }
  cts_total("cancel.activated", 0, "cancel flags&activated");
  cts_total("cancel.if-false-still-point", 0, "cancel flags&detected");
}
