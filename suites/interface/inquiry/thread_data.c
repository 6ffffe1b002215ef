// Wherever a thread asks for its data, it gets what its own thread-begin brought to life.
// RULES: get-thread-data.current
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  {
    cts_body("parallel");
#pragma omp barrier
#pragma omp single
    {
#pragma omp task
      cts_body("task");
#pragma omp taskwait
    }
  }
  cts_after("parallel");
}
