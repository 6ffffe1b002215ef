// One member of the team runs the block and reports the executor's region; the others report that
// they were not chosen.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(4)
  {
    int ran = 0;
    cts_mark();
    cts_expect("single.count-1", "work endpoint=begin => count=1");
#pragma omp single
    {
      cts_body("single");
      ran = 1;
    }
    cts_after("single");
    cts_count("single.executor-is-runner", ran, "work work_type=single_executor endpoint=begin");
    cts_count("single.end-endpoint", ran, "work work_type=single_executor endpoint=end");
    cts_count("single.other-pair", !ran, "work work_type=single_other endpoint=begin");
    cts_count("single.other-pair", !ran, "work work_type=single_other endpoint=end");
  }
  cts_total("single.executor-one", 1, "work work_type=single_executor endpoint=begin");
}
