// One thread cancels the region, the others notice at a cancellation point.
// RULES: cancel.activated cancel.detected cancel.construct-bit cancel.task-data cancel.one-of
// RULES: cancel.flags-range
// ENV: OMP_CANCELLATION=true
#include "cts.h"
#include <sched.h>

int main(void) {
  int threads = 1;
#pragma omp parallel num_threads(3)
  {
    if (omp_get_thread_num() == 0) {
      threads = omp_get_num_threads();
      cts_expect("cancel.activated", "cancel => flags&activated flags&parallel task=current");
#pragma omp cancel parallel
    } else {
      cts_expect("cancel.detected", "cancel => flags&detected flags!&activated task=current");
      for (;;) {
#pragma omp cancellation point parallel
        sched_yield();
      }
    }
  }
  cts_after("parallel");
  cts_total("cancel.activated", 1, "cancel flags&activated");
  cts_total_range("cancel.detected", threads - 1, 100, "cancel flags&detected");
  cts_total("cancel.construct-bit", 0, "cancel flags&loop");
  cts_total("cancel.construct-bit", 0, "cancel flags&sections");
}
