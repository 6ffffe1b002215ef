// One thread waits in a taskwait while the other executes the task.
// RULES: state.taskwait
// RECORD: --sample=2000
#include "cts.h"

int main(void) {
  int running = 0;
#pragma omp parallel num_threads(2)
#pragma omp masked
  {
#pragma omp task shared(running)
    {
      cts_announce(&running);
      cts_hold(2);
    }
    cts_await(&running);
#pragma omp taskwait
  }
}
