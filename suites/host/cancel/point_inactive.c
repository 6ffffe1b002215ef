// Cancellation points in a region that nobody cancels: no event.
// ENV: OMP_CANCELLATION=true
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  {
    for (int i = 0; i < 5; i++) {
#pragma omp cancellation point parallel
    }
#pragma omp barrier
  }
  cts_total("cancel.detected", 0, "cancel");
}
