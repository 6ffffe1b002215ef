// Samples in the program's code, ten calls deep in a region.
// RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
// FLAGS: -O1 -fomit-frame-pointer
// RECORD: --stacks=all --sample=2000
#include "cts.h"

static __attribute__((noinline)) int hold(int depth) {
  volatile int here = depth;
  if (depth > 0)
    here = hold(depth - 1);
  else
    cts_hold(2);
  return here;
}

int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  sum += hold(10);
  return sum < 0;
}
