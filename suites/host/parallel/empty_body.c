// A region without any statement still has its events (unless the compiler drops the construct,
// which the empty volatile access prevents).
// RULES: parallel-end.paired implicit-task-begin.actual implicit-task-end.paired
#include "cts.h"

static volatile int touched;

int main(void) {
  cts_mark();
#pragma omp parallel num_threads(2)
  (void)touched;
  cts_after("parallel");
  cts_count("parallel-end.paired", 1, "parallel_begin requested_parallelism=2");
  cts_count("parallel-end.paired", 1, "parallel_end");
  cts_count("implicit-task-end.paired", 1, "implicit_task endpoint=begin index=0 flags!&initial");
  cts_count("implicit-task-end.paired", 1, "implicit_task endpoint=end index=0 flags!&initial");
}
