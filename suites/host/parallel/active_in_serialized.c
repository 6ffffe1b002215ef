// A serialized outer region does not use up an active level: the inner region may be active, and
// its encountering task is the outer region's only implicit task.
// RULES: parallel-begin.encountering-data implicit-task-begin.one-per-index
// RULES: implicit-task-begin.actual
#include "cts.h"

int main(void) {
  int threads = 0;
  omp_set_max_active_levels(1);
#pragma omp parallel num_threads(1)
  {
    cts_body("parallel");
    cts_expect("parallel-begin.encountering-data", "parallel_begin => encountering_task=current");
#pragma omp parallel num_threads(3)
    {
      cts_body("parallel");
      if (omp_get_thread_num() == 0)
        threads = omp_get_num_threads();
    }
    cts_after("parallel");
  }
  cts_after("parallel");
  cts_total("implicit-task-begin.one-per-index", threads + 1,
            "implicit_task endpoint=begin flags&implicit flags!&initial");
}
