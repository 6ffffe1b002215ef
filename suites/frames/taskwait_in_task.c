// A task waits for its child: while the child may run on the same thread, the waiting task's enter
// frame is set; afterwards it is empty again.
// RULES: frame.enter-set-when-suspended frame.enter-null-in-user-code frame.exit-set-in-user-code
// FLAGS: -O0
#include "cts.h"

static __attribute__((noinline)) void parent(void) {
  cts_body("task");
#pragma omp task
  cts_body("task");
#pragma omp taskwait
  cts_body("task");
}

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task
  parent();
}
