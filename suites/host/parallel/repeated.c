// Twenty regions one after the other: as many begins and ends, never two regions of one identifier.
// RULES: parallel-end.paired implicit-task-begin.one-per-index parallel-begin.data-none
// RULES: implicit-task-begin.data-none parallel-end.after-own-implicit-task-end
#include "cts.h"

int main(void) {
  int tasks = 0;
  cts_mark();
  for (int round = 0; round < 20; round++) {
#pragma omp parallel num_threads(2)
    cts_increment(&tasks);
    cts_after("parallel");
  }
  cts_count("parallel-end.paired", 20, "parallel_begin");
  cts_count("parallel-end.paired", 20, "parallel_end");
  cts_total("implicit-task-begin.one-per-index", tasks,
            "implicit_task endpoint=begin flags&implicit flags!&initial");
}
