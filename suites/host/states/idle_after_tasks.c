// A thread of the pool waits for work, after a region that had explicit tasks: a runtime may end
// such a region in another way.
// RULES: state.idle
// RECORD: --sample=2000
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp task
    cts_body("task");
  }
  cts_hold(2);
}
