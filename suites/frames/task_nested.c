// Undeferred tasks three deep: every ancestor is suspended with its frames set, outermost furthest
// down the stack.
// RULES: frame.enter-set-when-suspended frame.nesting-order frame.exit-set-in-user-code
// RULES: frame.enclosing-function
// FLAGS: -O0
#include "cts.h"

static __attribute__((noinline)) void down(int n) {
  if (n == 0)
    return;
  cts_frame("task");
#pragma omp task if (0)
  {
    cts_body("task");
    down(n - 1);
    cts_body("task");
  }
  cts_after("task");
}

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  down(3);
}
