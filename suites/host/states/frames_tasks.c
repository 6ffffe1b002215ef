// Samples in undeferred tasks inside one another.
// RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
// FLAGS: -O2
// RECORD: --stacks=all --sample=2000
#include "cts.h"

static __attribute__((noinline)) void spawn(int depth) {
#pragma omp task if (0)
  {
    if (depth > 1)
      spawn(depth - 1);
    else
      cts_hold(1);
  }
}

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  spawn(3);
}
