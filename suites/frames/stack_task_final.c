// A final task and the included tasks inside it.
// FLAGS: -O1
#include "stack.h"

static __attribute__((noinline)) void spawn(int depth) {
#pragma omp task final(1)
  {
    cts_body("task");
    if (depth > 1)
      spawn(depth - 1);
  }
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  spawn(3);
}
