// In the serial part the initial task has no exit frame; when it enters the runtime for a parallel
// region, the enter frame is that of the function that holds the construct.
// RULES: frame.initial-exit-null frame.in-parallel-begin frame.enclosing-function
// FLAGS: -O0
#include "cts.h"

int main(void) {
  cts_body("serial");
  cts_frame("parallel");
#pragma omp parallel num_threads(2)
  {
  }
  cts_after("parallel");
  cts_body("serial");
}
