// A serialized region inside an active one, on each of its threads.
// FLAGS: -O1
#include "stack.h"

int main(void) {
  omp_set_max_active_levels(1);
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(2)
    cts_body("parallel");
    cts_after("parallel");
  }
}
