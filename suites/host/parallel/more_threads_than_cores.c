// More threads than processors: every one has its implicit task and its own index.
// RULES: parallel-begin.requested implicit-task-begin.one-per-index implicit-task-begin.actual
// RULES: implicit-task-begin.index-is-thread-num
#include "cts.h"

int main(void) {
  int wanted = 2 * omp_get_num_procs() + 1, tasks = 0;
  if (wanted > 24)
    wanted = 24; /* large machines: enough is enough */
  cts_expect("parallel-begin.requested", "parallel_begin => requested_parallelism=%d", wanted);
#pragma omp parallel num_threads(wanted)
  {
    cts_body("parallel");
    cts_increment(&tasks);
  }
  cts_after("parallel");
  cts_total("implicit-task-begin.one-per-index", tasks,
            "implicit_task endpoint=begin flags&implicit flags!&initial");
  cts_total("implicit-task-begin.actual", tasks,
            "implicit_task endpoint=begin flags&implicit flags!&initial actual_parallelism=%d",
            tasks);
}
