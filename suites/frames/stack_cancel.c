// The barrier of a region that might be cancelled, and is not: a call of its own.
// FLAGS: -O0
// RECORD: --probes=full
#include "stack.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp barrier
#pragma omp cancel parallel if (0)
  }
}
