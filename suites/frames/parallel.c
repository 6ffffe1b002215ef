// A parallel region in a function of its own: enter frame of the encountering task, exit frame of
// each implicit task while it runs the body.
// RULES: frame.in-parallel-begin frame.enclosing-function frame.exit-set-in-user-code
// RULES: frame.enter-null-in-user-code frame.points-into-stack frame.flags-kind
// FLAGS: -O0
#include "cts.h"

static __attribute__((noinline)) void region(void) {
  cts_frame("parallel");
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
}

int main(void) { region(); }
