// Teams of one nested in teams of one: every level gives its own begin, implicit task and end.
#include "cts.h"

int main(void) {
  cts_mark();
#pragma omp parallel num_threads(1)
  {
    cts_body("parallel");
#pragma omp parallel num_threads(1)
    {
      cts_body("parallel");
#pragma omp parallel num_threads(1)
      cts_body("parallel");
      cts_after("parallel");
    }
    cts_after("parallel");
  }
  cts_after("parallel");
  cts_count("implicit-task-begin.actual", 3,
            "implicit_task endpoint=begin flags!&initial index=0 actual_parallelism=1");
  cts_count("implicit-task-end.paired", 3, "implicit_task endpoint=end flags!&initial");
  cts_count("parallel.serialized", 3, "parallel_begin");
  cts_count("parallel-end.paired", 3, "parallel_end");
}
