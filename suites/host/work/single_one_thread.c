// In a team of one the only thread is the executor.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(1)
  {
    cts_expect("single.executor-is-runner", "work endpoint=begin => work_type=single_executor");
#pragma omp single
    cts_body("single");
    cts_after("single");
  }
  cts_total("single.executor-one", 1, "work work_type=single_executor endpoint=end");
  cts_total("single.executor-one", 0, "work work_type=single_other");
}
