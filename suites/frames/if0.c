// if(0) on a parallel region: the compiler may call the body directly, the frames are as for any
// other region.
// RULES: frame.in-parallel-begin frame.enclosing-function frame.exit-set-in-user-code
// RULES: frame.enter-set-when-suspended frame.cleared-after frame.enter-null-in-user-code
// FLAGS: -O0
#include "cts.h"

static __attribute__((noinline)) void region(int parallel) {
  cts_frame("parallel");
#pragma omp parallel if (parallel) num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
}

int main(void) {
  region(0);
  region(1);
}
