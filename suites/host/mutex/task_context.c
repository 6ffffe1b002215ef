// Inside every callback about mutual exclusion the task that locks or unlocks is the current one.
// RULES: mutex.task-context
// RECORD: --probes=full
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    cts_body("critical");
#pragma omp task
    {
#pragma omp critical
      cts_body("critical");
    }
  }
}
