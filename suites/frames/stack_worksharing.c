// Inside loops with a dynamic schedule, sections and single: the runtime is between the
// iterations, not below them.
// FLAGS: -O0
#include "stack.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(dynamic, 1)
    for (int i = 0; i < 4; ++i)
      cts_body("loop");
#pragma omp sections
    {
#pragma omp section
      cts_body("section");
#pragma omp section
      cts_body("section");
    }
#pragma omp single
    cts_body("single");
  }
}
