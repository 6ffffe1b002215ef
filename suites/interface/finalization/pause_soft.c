// A soft pause gives resources back but ends nothing: regions before and after it are reported.
// RULES: parallel-end.paired implicit-task-begin.one-per-index fin.once
#include "cts.h"

int main(void) {
  int tasks = 0;
  cts_mark();
#pragma omp parallel num_threads(2)
  cts_increment(&tasks);
  cts_after("parallel");
  (void)omp_pause_resource_all(omp_pause_soft);
#pragma omp parallel num_threads(2)
  cts_increment(&tasks);
  cts_after("parallel");
  cts_count("parallel-end.paired", 2, "parallel_begin");
  cts_count("parallel-end.paired", 2, "parallel_end");
  cts_total("implicit-task-begin.one-per-index", tasks,
            "implicit_task endpoint=begin flags&implicit flags!&initial");
}
