// A region with one thread runs its body on top of the encountering task, on the same stack: exit
// frame of the implicit task and enter frame of the initial task are both set.
// RULES: frame.in-parallel-begin frame.enclosing-function frame.exit-set-in-user-code
// RULES: frame.nesting-order frame.enter-set-when-suspended
// FLAGS: -O0
#include "cts.h"

static __attribute__((noinline)) void region(void) {
  cts_frame("parallel");
#pragma omp parallel num_threads(1)
  cts_body("parallel");
  cts_after("parallel");
}

int main(void) { region(); }
