// A parallel region asked for three threads gets one implicit task for each index of the team, the
// encountering thread takes index 0, and one identifier names the region from begin to end.
// RULES: parallel-begin.requested parallel-begin.flags-team implicit-task-begin.one-per-index
// RULES: implicit-task-begin.primary-index-0 parallel.data-persistent parallel-end.same-args
// RULES: parallel-begin.flags-invoker parallel-begin.flags-range implicit-task-begin.flags
#include "cts.h"

int main(void) {
  int threads = 0;
  cts_expect("parallel-begin.requested", "parallel_begin => requested_parallelism=3");
  cts_expect("parallel-begin.flags-team", "parallel_begin => flags&team flags!&league");
  cts_expect("parallel.data-persistent", "parallel_begin => parallel=$region");
  cts_expect("implicit-task-begin.primary-index-0", "implicit_task endpoint=begin => index=0");
  cts_expect("parallel-end.same-args", "parallel_end => parallel=$region flags&team");
#pragma omp parallel num_threads(3)
  {
    cts_body("parallel");
    if (omp_get_thread_num() == 0)
      threads = omp_get_num_threads();
  }
  cts_after("parallel");
  cts_total("implicit-task-begin.one-per-index", threads,
            "implicit_task endpoint=begin flags&implicit flags!&initial");
}
