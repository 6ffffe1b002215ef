// Beyond max-active-levels an inner region has a team of one, on the thread that encounters it.
// RULES: parallel.nested-disabled implicit-task-begin.actual parallel-begin.encountering-data
// RULES: parallel-begin.requested
#include "cts.h"

int main(void) {
  omp_set_max_active_levels(1);
#pragma omp parallel num_threads(2)
  {
    cts_body("parallel");
    if (omp_get_num_threads() > 1) {
      cts_expect("parallel-begin.encountering-data",
                 "parallel_begin => encountering_task=current");
      cts_expect("parallel-begin.requested", "parallel_begin => requested_parallelism=4");
      cts_expect("parallel.nested-disabled",
                 "implicit_task endpoint=begin => actual_parallelism=1 index=0");
    }
#pragma omp parallel num_threads(4)
    cts_body("parallel");
    cts_after("parallel");
  }
  cts_after("parallel");
}
