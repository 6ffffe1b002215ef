// Undeferred tasks inside one another: each lies on top of its parent.
// RULES: frame.cleared-after
// FLAGS: -O0
#include "stack.h"

static __attribute__((noinline)) void spawn(int depth) {
#pragma omp task if (0)
  {
    cts_body("task");
    if (depth > 1)
      spawn(depth - 1);
  }
  cts_after("task");
}

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  spawn(4);
}
