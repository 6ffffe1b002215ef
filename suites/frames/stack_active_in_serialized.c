// An active region inside a serialized one.
// FLAGS: -O0
#include "stack.h"

int main(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel if (0)
  {
    cts_body("parallel");
#pragma omp parallel num_threads(2)
    cts_body("parallel");
  }
}
