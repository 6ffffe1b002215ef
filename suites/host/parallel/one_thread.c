// A region of one requested thread is a region as well: begin, one implicit task, end.
// RULES: parallel-begin.requested implicit-task-begin.one-per-index implicit-task-begin.actual
// RULES: parallel-end.paired implicit-task-end.paired
#include "cts.h"

int main(void) {
  cts_mark();
  cts_expect("parallel-begin.requested", "parallel_begin => requested_parallelism=1");
  cts_expect("implicit-task-begin.actual",
             "implicit_task endpoint=begin flags!&initial => actual_parallelism=1 index=0");
#pragma omp parallel num_threads(1)
  cts_body("parallel");
  cts_after("parallel");
  cts_count("parallel-end.paired", 1, "parallel_end");
  cts_count("implicit-task-end.paired", 1, "implicit_task endpoint=end flags!&initial");
}
