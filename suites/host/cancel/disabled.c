// With cancellation disabled the constructs do nothing and give no event.
// ENV: OMP_CANCELLATION=false
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp cancel parallel
#pragma omp cancellation point parallel
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 4; i++) {
#pragma omp cancel for
    }
  }
  cts_total("cancel.activated", 0, "cancel flags&activated");
  cts_total("cancel.detected", 0, "cancel flags&detected");
}
