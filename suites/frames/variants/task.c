// Explicit tasks,
// with and without optimization and frame pointers.
// RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
// RECORD: --stacks=all
// BUILD: O0 -O0 -fno-omit-frame-pointer
// BUILD: O0_without -O0 -fomit-frame-pointer
// BUILD: O2 -O2 -fno-omit-frame-pointer
// BUILD: O2_without -O2 -fomit-frame-pointer
#include "variants.h"

static __attribute__((noinline)) void spawn(int depth) {
#pragma omp task
  {
    if (depth > 1)
      spawn(depth - 1);
    inside("task");
  }
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  spawn(3);
  return bodies != 3;
}
