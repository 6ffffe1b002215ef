// A region cancelled again and again: each time anew.
// ENV: OMP_CANCELLATION=true
#include "cts.h"
#include <sched.h>

int main(void) {
  cts_mark();
  for (int round = 0; round < 5; round++) {
#pragma omp parallel num_threads(2)
    {
      if (omp_get_thread_num() == 0) {
#pragma omp cancel parallel
      } else {
        for (;;) {
#pragma omp cancellation point parallel
          sched_yield();
        }
      }
    }
    cts_after("parallel");
  }
  cts_count("cancel.activated", 5, "cancel flags&activated flags&parallel");
  cts_count("parallel-end.paired", 5, "parallel_end");
}
