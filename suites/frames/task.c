// A task: the generating task's enter frame is that of the function with the construct; the task
// has an exit frame of its own while its body runs.
// RULES: task-create.frame frame.enclosing-function frame.exit-set-in-user-code
// RULES: frame.enter-null-in-user-code frame.nesting-order
// FLAGS: -O0
#include "cts.h"

static __attribute__((noinline)) void spawn(void) {
  cts_frame("task");
#pragma omp task
  cts_body("task");
#pragma omp taskwait
  cts_after("task");
}

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  spawn();
}
