// One member certainly waits in the barrier: it executes two tasks there before the other member
// has arrived, and between them there is nothing to do. The wait has a begin and an end.
// RULES: sync.wait-pair
#include "executed_elsewhere.h"

int main(void) {
  int waits = 0;
#pragma omp parallel num_threads(2)
  {
    cts_mark();
    if (omp_get_thread_num() == 0 && omp_get_num_threads() == 2)
      waits = somebody_waits(1);
#pragma omp barrier
    if (waits && omp_get_thread_num() == 1)
      CTS_WAITED("");
  }
}
