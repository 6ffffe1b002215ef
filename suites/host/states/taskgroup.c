// One thread waits at the end of a taskgroup while the other executes its task.
// RULES: state.taskgroup
// RECORD: --sample=2000
#include "cts.h"

int main(void) {
  int running = 0;
#pragma omp parallel num_threads(2)
#pragma omp masked
  {
#pragma omp taskgroup
    {
#pragma omp task shared(running)
      {
        cts_announce(&running);
        cts_hold(2);
      }
      cts_await(&running);
    }
  }
}
