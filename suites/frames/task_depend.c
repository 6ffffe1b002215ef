// A task that generates others with dependences runs its own code again
// afterwards: its enter frame is empty. The tasks themselves look at nothing.
// RULES: frame.enter-null-in-user-code frame.cleared-after
// FLAGS: -O0
#include "cts.h"

static __attribute__((noinline)) int generate(void) {
  int x = 0;
  cts_frame("task");
#pragma omp task depend(out : x) shared(x)
  x = 1;
  cts_after("task");
  cts_body("single");
#pragma omp task depend(inout : x) shared(x)
  x++;
  cts_after("task");
  cts_body("single");
#pragma omp taskwait
  return x;
}

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  x = generate();
  return x != 2;
}
