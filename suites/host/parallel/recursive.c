// A function that opens a region and calls itself inside: the regions nest like the calls, each
// ends before its caller goes on.
// RULES: parallel-end.paired parallel-end.before-parent-resumes parallel-begin.encountering-data
#include "cts.h"

static void descend(int depth) {
  cts_expect("parallel-begin.encountering-data", "parallel_begin => encountering_task=current");
#pragma omp parallel num_threads(2)
  {
    cts_body("parallel");
    if (depth > 0 && omp_get_thread_num() == 0)
      descend(depth - 1);
  }
  cts_after("parallel");
}

int main(void) {
  omp_set_max_active_levels(5);
  cts_mark();
  descend(4);
  cts_count("parallel-end.paired", 5, "parallel_begin");
  cts_count("parallel-end.paired", 5, "parallel_end");
}
