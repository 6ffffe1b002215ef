// Inner regions, again and again and of changing size, in every member of an outer team: a runtime
// that takes up an old team gives it the data of the new region.
// RULES: parallel.data-persistent parallel-end.paired implicit-task-begin.parallel-data
// RULES: implicit-task-begin.actual parallel-begin.requested implicit-task-end.index
// RULES: task-info.ancestors
#include "cts.h"

int main(void) {
  omp_set_max_active_levels(3);
  for (int outer = 1; outer <= 3; outer++)
#pragma omp parallel num_threads(outer)
    for (int inner = 1; inner <= 3; inner++) {
      cts_mark();
      cts_expect("parallel-begin.requested", "parallel_begin => requested_parallelism=%d", inner);
#pragma omp parallel num_threads(inner)
      cts_body("parallel");
      cts_after("parallel");
      cts_expect("parallel-begin.requested", "parallel_begin => requested_parallelism=2");
#pragma omp parallel num_threads(2)
      {
        cts_body("parallel");
#pragma omp barrier
        cts_body("parallel");
      }
      cts_after("parallel");
      cts_count("parallel-end.paired", 2, "parallel_end");
    }
}
