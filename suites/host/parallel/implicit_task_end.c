// The end of an implicit task, in regions one after the other and inside one another: made by the
// thread that began it, with its index, its data and its kind, and without a region.
// RULES: implicit-task-end.parallel-null implicit-task-end.index implicit-task-end.same-thread
// RULES: implicit-task-end.flags implicit-task-end.task-data
#include "cts.h"

int main(void) {
  omp_set_max_active_levels(2);
  for (int i = 0; i < 3; i++) {
#pragma omp parallel num_threads(2)
    {
      cts_body("parallel");
      cts_expect("implicit-task-end.index", "implicit_task endpoint=end => index=0");
      cts_expect("implicit-task-end.parallel-null", "implicit_task endpoint=end => parallel=null");
#pragma omp parallel num_threads(2)
      cts_body("parallel");
      cts_after("parallel");
    }
    cts_after("parallel");
  }
}
