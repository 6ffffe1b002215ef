// Tasks and frames in optimized code that keeps the frame pointer.
// RULES: task-create.frame frame.enclosing-function frame.exit-set-in-user-code
// RULES: frame.enter-set-when-suspended
// FLAGS: -O2 -fno-omit-frame-pointer
#include "cts.h"

static __attribute__((noinline)) void spawn(int *value) {
  cts_frame("task");
#pragma omp task if (0)
  {
    cts_body("task");
    *value += 1;
  }
  cts_after("task");
  *value += 1;
}

int main(void) {
  int value = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  spawn(&value);
  return value != 2;
}
