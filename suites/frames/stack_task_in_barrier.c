// Tasks that run in an explicit barrier, and in that which closes the region.
// FLAGS: -O0
#include "stack.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp task
    cts_body("task");
#pragma omp barrier
#pragma omp task
    cts_body("task");
  }
}
