// The tasks of a taskloop, whose iterations call on.
// FLAGS: -O0
#include "stack.h"

static __attribute__((noinline)) void iteration(int i) {
  volatile int here = i;
  cts_body("taskloop");
  here = here + 1;
}

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop num_tasks(3)
  for (int i = 0; i < 6; ++i)
    iteration(i);
}
