// Several single constructs with nowait: each has exactly one executor.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  {
    int ran = 0;
    cts_mark();
    for (int i = 0; i < 5; i++) {
#pragma omp single nowait
      {
        cts_body("single");
        ran++;
      }
      cts_after("single");
    }
    cts_count("single.executor-is-runner", ran, "work work_type=single_executor endpoint=begin");
    cts_count("single.other-pair", 5 - ran, "work work_type=single_other endpoint=begin");
    cts_count("work.every-team-member", 5, "work endpoint=end");
  }
  cts_total("single.executor-one", 5, "work work_type=single_executor endpoint=begin");
}
