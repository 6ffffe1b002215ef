// A parallel region inside another: the implicit task of the outer one has both frames set while
// the inner one runs, and they lie in the order of the calls.
// RULES: frame.in-parallel-begin frame.enclosing-function frame.enter-set-when-suspended
// RULES: frame.nesting-order frame.exit-set-in-user-code frame.exists parallel-begin.frame-nonnull
// FLAGS: -O0
#include "cts.h"

static __attribute__((noinline)) void inner(void) {
  cts_frame("parallel");
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
}

int main(void) {
  omp_set_max_active_levels(2);
  cts_frame("parallel");
#pragma omp parallel num_threads(2)
  {
    cts_body("parallel");
    inner();
    cts_body("parallel");
  }
  cts_after("parallel");
}
