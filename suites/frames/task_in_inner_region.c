// A task in an inner region of an inner region: every level has its frames, in the order of the
// stack.
// RULES: frame.nesting-order frame.enter-set-when-suspended frame.exit-set-in-user-code
// FLAGS: -O0
#include "cts.h"

int main(void) {
  omp_set_max_active_levels(3);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  {
    cts_body("parallel");
#pragma omp task if (0)
    {
      cts_body("task");
#pragma omp parallel num_threads(1)
      cts_body("parallel");
    }
    cts_after("task");
    cts_body("parallel");
  }
}
