// single outside any parallel construct: the initial thread executes it.
#include "cts.h"

int main(void) {
  cts_expect("single.executor-is-runner", "work endpoint=begin => work_type=single_executor");
  cts_expect("work.task-data", "work endpoint=begin => task=current");
#pragma omp single
  cts_body("single");
  cts_after("single");
}
