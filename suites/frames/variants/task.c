// Explicit tasks.
#include "variants.h"

#ifndef CLAUSE
#define CLAUSE
#endif

static __attribute__((noinline)) void spawn(int depth) {
#pragma omp task CLAUSE
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
