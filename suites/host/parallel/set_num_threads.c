// omp_set_num_threads changes an ICV, not the construct: the bound reported is 0 or holds the team.
#include "cts.h"

int main(void) {
  for (int wanted = 1; wanted <= 4; wanted++) {
    int threads = 0;
    omp_set_num_threads(wanted);
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
    cts_count("implicit-task-begin.one-per-index", 1,
              "implicit_task endpoint=begin index=0 actual_parallelism=%d", threads);
  }
}
