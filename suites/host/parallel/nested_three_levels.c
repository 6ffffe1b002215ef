// Three active levels: each region reports its own team, and all implicit tasks are counted.
// RULES: implicit-task-begin.one-per-index implicit-task-begin.actual parallel-end.paired
// RULES: data.unique-storage
#include "cts.h"

int main(void) {
  int tasks = 0, regions = 1;
  omp_set_max_active_levels(3);
#pragma omp parallel num_threads(2)
  {
    cts_body("parallel");
    cts_increment(&tasks);
    cts_increment(&regions);
#pragma omp parallel num_threads(2)
    {
      cts_body("parallel");
      cts_increment(&tasks);
      cts_increment(&regions);
#pragma omp parallel num_threads(2)
      {
        cts_body("parallel");
        cts_increment(&tasks);
      }
      cts_after("parallel");
    }
    cts_after("parallel");
  }
  cts_after("parallel");
  cts_total("implicit-task-begin.one-per-index", tasks,
            "implicit_task endpoint=begin flags&implicit flags!&initial");
  cts_total("parallel-end.paired", regions, "parallel_begin");
  cts_total("parallel-end.paired", regions, "parallel_end");
}
