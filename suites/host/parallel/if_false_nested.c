// Regions of one thread inside regions of one thread, in both members of a team: each has its begin
// and end, its task and its place in what the entry points say of every level.
// RULES: parallel-end.paired parallel-end.before-parent-resumes parallel-end.same-args
// RULES: task-info.thread-num task-info.flags parallel-info.data parallel-info.levels
// RULES: frame.cleared-after parallel-begin.requested
// ENV: OMP_NUM_THREADS=5
#include "cts.h"

static void alone(int depth) {
  cts_expect("parallel-begin.requested", "parallel_begin => requested_parallelism=1");
#pragma omp parallel num_threads(1)
  {
    cts_body("parallel");
    if (depth > 1)
      alone(depth - 1);
    cts_body("parallel");
  }
  cts_after("parallel");
}

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_mark();
#pragma omp parallel if (0)
    {
      cts_body("parallel");
#pragma omp parallel if (0)
      {
        cts_body("parallel");
#pragma omp parallel if (0)
        cts_body("parallel");
        cts_after("parallel");
      }
      cts_after("parallel");
    }
    cts_after("parallel");
    cts_count("parallel-end.paired", 3, "parallel_end");
    cts_count("parallel-begin.requested", 0, "parallel_begin requested_parallelism!=0/1/5");
    alone(3);
    cts_count("parallel-end.paired", 6, "parallel_end");
  }
  alone(3);
}
