// A barrier is a cancellation point: threads that wait there learn that the region was cancelled.
// ENV: OMP_CANCELLATION=true
#include "cts.h"

int main(void) {
  int threads = 1;
#pragma omp parallel num_threads(3)
  {
    if (omp_get_thread_num() == 0) {
      threads = omp_get_num_threads();
#pragma omp cancel parallel
    }
#pragma omp barrier
    cts_value("barrier.cancellation", "not cancelled", omp_get_cancellation(), 0);
  }
  cts_after("parallel");
  if (threads > 1) /* otherwise no thread is left to notice it */
    cts_total_range("barrier.cancellation", threads - 1, 100, "cancel flags&detected");
  cts_total("cancel.activated", 1, "cancel flags&activated");
}
