// Without a num_threads clause requested_parallelism may be 0 (unspecified) or any bound, but a
// team is never larger than the bound that was reported.
#include "cts.h"

int main(void) {
  int threads = 0;
  cts_mark();
#pragma omp parallel
  {
    cts_body("parallel");
    if (omp_get_thread_num() == 0)
      threads = omp_get_num_threads();
  }
  cts_after("parallel");
  cts_count("parallel.team-size-bound", 0,
            "parallel_begin requested_parallelism>0 requested_parallelism<%d", threads);
  cts_total("implicit-task-begin.actual", threads,
            "implicit_task endpoint=begin flags&implicit flags!&initial actual_parallelism=%d",
            threads);
}
