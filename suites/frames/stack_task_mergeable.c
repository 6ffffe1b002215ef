// Mergeable tasks, deferred and not: a merged one would have no frames of its own.
// FLAGS: -O0
#include "stack.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task mergeable
    cts_body("task");
#pragma omp task mergeable if (0)
    cts_body("task");
  }
}
