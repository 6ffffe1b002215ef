// One thread waits in an explicit barrier while the other computes.
// RULES: state.barrier-explicit
// RECORD: --sample=2000
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0)
      cts_hold(2);
#pragma omp barrier
    if (omp_get_thread_num() == 1)
      cts_hold(2);
#pragma omp barrier
  }
}
