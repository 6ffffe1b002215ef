// Cancelling an inner region leaves the outer one alone: it goes on and ends as usual.
// RULES: cancel.activated parallel-end.paired cancel.task-data
// ENV: OMP_CANCELLATION=true
#include "cts.h"
#include <sched.h>

int main(void) {
  omp_set_max_active_levels(2);
  cts_mark();
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(2)
    {
      if (omp_get_thread_num() == 0) {
        cts_expect("cancel.activated", "cancel => flags&activated flags&parallel task=current");
#pragma omp cancel parallel
      } else {
        for (;;) {
#pragma omp cancellation point parallel
          sched_yield();
        }
      }
    }
    cts_after("parallel");
#pragma omp cancellation point parallel
    cts_body("parallel");
  }
  cts_after("parallel");
  cts_count("parallel-end.paired", 2, "parallel_end");
}
