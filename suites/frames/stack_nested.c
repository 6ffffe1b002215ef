// Three active regions inside one another: the stack of their primary thread has three levels.
// RULES: frame.nesting-order
// FLAGS: -O0
#include "stack.h"

static __attribute__((noinline)) void region(int more) {
#pragma omp parallel num_threads(2)
  {
    cts_body("parallel");
    if (more > 1 && omp_get_thread_num() == 0)
      region(more - 1);
  }
}

int main(void) {
  omp_set_max_active_levels(3);
  region(3);
}
