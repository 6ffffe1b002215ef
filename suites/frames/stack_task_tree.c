// Tasks that wait for tasks: one thread has many of them on its stack.
// RULES: frame.nesting-order
// FLAGS: -O2
#include "stack.h"

static __attribute__((noinline)) int grown(int depth) {
  int left = 0, right = 0;
  if (depth == 0) {
    cts_body("task");
    return 1;
  }
#pragma omp task shared(left)
  left = grown(depth - 1);
#pragma omp task shared(right)
  right = grown(depth - 1);
#pragma omp taskwait
  return left + right;
}

int main(void) {
  int leaves = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  leaves = grown(3);
  return leaves != 8;
}
