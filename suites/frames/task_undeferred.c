// An undeferred task runs on top of its parent: the parent keeps its enter frame for all that time,
// and has none when it goes on.
// RULES: task-create.frame frame.enclosing-function frame.enter-set-when-suspended
// RULES: frame.exit-set-in-user-code frame.nesting-order frame.cleared-after
// FLAGS: -O0
#include "cts.h"

static __attribute__((noinline)) void spawn(void) {
  cts_frame("task");
#pragma omp task if (0)
  cts_body("task");
  cts_after("task");
}

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    spawn();
    cts_body("single");
  }
}
