// The same parallel construct entered at growing depth of recursion: the enter frame belongs to the
// activation that encountered it.
// RULES: frame.enclosing-function frame.in-parallel-begin frame.nesting-order
// RULES: frame.points-into-stack
// FLAGS: -O0
#include "cts.h"

static __attribute__((noinline)) int deeper(int n) {
  volatile char block[256];
  block[0] = (char)n;
  cts_frame("parallel");
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
  return n == 0 ? 0 : deeper(n - 1) + block[0];
}

int main(void) { return deeper(4) < 0; }
