// A member that does not execute the single block waits for the member that does: it executes two
// tasks in the implicit barrier before the block is over, and between them there is nothing to do.
// RULES: sync.wait-pair
#include "executed_elsewhere.h"

int main(void) {
  int waits = 0, executor = -1;
#pragma omp parallel num_threads(2)
  {
    cts_mark();
#pragma omp single
    {
      executor = omp_get_thread_num();
      if (omp_get_num_threads() == 2)
        waits = somebody_waits(1 - executor);
    }
    if (waits && omp_get_thread_num() != executor)
      CTS_WAITED("");
  }
}
