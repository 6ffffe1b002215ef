// A cancel construct with a false if clause never activates, also when the region was cancelled
// already: as a cancellation point it may at most detect.
// ENV: OMP_CANCELLATION=true
#include "cts.h"
#include <sched.h>

int main(void) {
  volatile int no = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
#pragma omp cancel parallel
    } else {
      cts_expect("cancel.if-false-still-point", "cancel => flags&detected flags!&activated");
      for (int i = 0;; i++) {
#pragma omp cancel parallel if (no)
        sched_yield();
        if (i > 1000) { /* a compiler that drops the construct must not hang */
#pragma omp cancellation point parallel
        }
      }
    }
  }
  cts_total("cancel.activated", 1, "cancel flags&activated");
}
