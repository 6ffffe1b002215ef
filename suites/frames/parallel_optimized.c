// Parallel region and frames in optimized code that keeps the frame pointer.
// RULES: frame.in-parallel-begin frame.enclosing-function frame.exit-set-in-user-code
// RULES: frame.points-into-stack
// FLAGS: -O2 -fno-omit-frame-pointer
#include "cts.h"

static __attribute__((noinline)) void region(void) {
  cts_frame("parallel");
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
}

int main(void) {
  region();
  return omp_in_parallel();
}
