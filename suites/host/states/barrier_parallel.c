// One member waits at the end of a parallel region for the other: the worker first, then the
// primary thread.
// RULES: state.barrier-implicit-parallel
// RECORD: --sample=2000
#include "cts.h"

int main(void) {
  for (int late = 0; late < 2; ++late) {
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == late)
      cts_hold(2);
  }
}
