// The end of the initial task, like its begin, is about no region that a program wrote.
// RULES: initial-task.end-parallel-data
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
}
