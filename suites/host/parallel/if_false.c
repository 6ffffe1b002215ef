// A region whose if clause is false is executed by a team of one thread.
#include "cts.h"

int main(void) {
  volatile int no = 0;
  cts_mark();
  cts_expect("parallel-begin.requested", "parallel_begin => requested_parallelism=0/1/4");
  cts_expect("implicit-task-begin.actual",
             "implicit_task endpoint=begin flags!&initial => actual_parallelism=1 index=0");
#pragma omp parallel num_threads(4) if (no)
  cts_body("parallel");
  cts_after("parallel");
  cts_count("parallel-end.paired", 1, "parallel_end");
  cts_count("parallel.serialized", 1, "parallel_begin");
  cts_count("parallel.serialized", 1, "implicit_task endpoint=begin");
}
