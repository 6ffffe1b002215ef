// A proc_bind clause changes where threads run, not what is reported.
#include "cts.h"

int main(void) {
  int tasks = 0;
  cts_expect("parallel-begin.requested", "parallel_begin => requested_parallelism=2");
#pragma omp parallel num_threads(2) proc_bind(spread)
  {
    cts_body("parallel");
    cts_increment(&tasks);
  }
  cts_after("parallel");
  cts_expect("parallel-begin.requested", "parallel_begin => requested_parallelism=3");
#pragma omp parallel num_threads(3) proc_bind(close)
  {
    cts_body("parallel");
    cts_increment(&tasks);
  }
  cts_after("parallel");
  cts_total("implicit-task-begin.one-per-index", tasks,
            "implicit_task endpoint=begin flags&implicit flags!&initial");
}
