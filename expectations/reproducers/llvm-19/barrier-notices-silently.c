// SHOWS: barrier.cancellation codeptr.in-function
// ENV: OMP_CANCELLATION=true
#include "cts.h"

int main(void) {
  cts_total_range("barrier.cancellation", 1, 100, "cancel flags&detected");
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
#pragma omp cancel parallel
    }
#pragma omp barrier
  }
}
