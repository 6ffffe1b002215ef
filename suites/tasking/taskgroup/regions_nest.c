// Regions of one task lie inside one another like the constructs: a taskgroup inside a single
// construct, a taskwait inside the taskgroup, another inside a masked region.
// RULES: region.nesting
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    {
#pragma omp taskgroup
      {
#pragma omp task
        cts_body("task");
#pragma omp taskwait
      }
    }
#pragma omp master
    {
#pragma omp taskwait
    }
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 4; i++) {
#pragma omp taskgroup
      {
#pragma omp task
        cts_body("task");
      }
    }
  }
}
