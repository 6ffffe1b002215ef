// Teams that grow and shrink: the number asked for is reported each time, and every team has just
// as many implicit tasks as threads, whatever pool they come from.
// RULES: parallel-begin.requested implicit-task-begin.one-per-index implicit-task-begin.actual
#include "cts.h"

int main(void) {
  static const int sizes[] = {1, 4, 2, 3, 1, 5, 2};
  int tasks = 0;
  for (int i = 0; i < 7; i++) {
    cts_expect("parallel-begin.requested", "parallel_begin => requested_parallelism=%d", sizes[i]);
#pragma omp parallel num_threads(sizes[i])
    {
      cts_body("parallel");
      cts_increment(&tasks);
    }
    cts_after("parallel");
  }
  cts_total("implicit-task-begin.one-per-index", tasks,
            "implicit_task endpoint=begin flags&implicit flags!&initial");
}
