// A thread limit below the requested number: the region reports the requested number, its implicit
// tasks report the team's size.
// ENV: OMP_THREAD_LIMIT=2
#include "cts.h"

int main(void) {
  int threads = 0;
  cts_expect("parallel-begin.requested", "parallel_begin => requested_parallelism=6");
#pragma omp parallel num_threads(6)
  {
    cts_body("parallel");
    if (omp_get_thread_num() == 0)
      threads = omp_get_num_threads();
  }
  cts_after("parallel");
  cts_total("implicit-task-begin.one-per-index", threads,
            "implicit_task endpoint=begin flags&implicit flags!&initial");
  cts_total("implicit-task-begin.actual", threads,
            "implicit_task endpoint=begin flags&implicit flags!&initial actual_parallelism=%d",
            threads);
}
