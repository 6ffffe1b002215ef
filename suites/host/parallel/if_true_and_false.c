// The same construct alternately serialized and active: the size follows the if clause each time.
// RULES: parallel-begin.requested implicit-task-begin.actual implicit-task-begin.index-is-thread-num parallel-end.paired
#include "cts.h"

int main(void) {
  for (int round = 0; round < 6; round++) {
    int threads = 0;
    cts_mark();
    /* one thread is what is asked for where the region is inactive, three what the clause says */
    cts_expect("parallel-begin.requested", "parallel_begin => requested_parallelism=%s",
               round % 2 ? "3" : "1/3");
#pragma omp parallel num_threads(3) if (round % 2)
    {
      cts_body("parallel");
      if (omp_get_thread_num() == 0)
        threads = omp_get_num_threads();
    }
    cts_after("parallel");
    cts_count("implicit-task-begin.actual", 1,
              "implicit_task endpoint=begin index=0 actual_parallelism=%d", threads);
    cts_count("parallel-end.paired", 1, "parallel_end");
  }
}
