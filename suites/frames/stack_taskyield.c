// Tasks that may run where another one yields.
// FLAGS: -O0
#include "stack.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 4; ++i) {
#pragma omp task
    {
#pragma omp taskyield
      cts_body("task");
    }
  }
}
