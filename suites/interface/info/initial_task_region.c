// An initial task belongs to no region that was announced: the inquiry gives none with it, neither
// at level 0 nor from inside a parallel region.
// RULES: task-info.initial-parallel-null
#include "cts.h"

int main(void) {
  (void)omp_get_max_threads();
  cts_body("serial");
#pragma omp parallel num_threads(2)
  cts_body("parallel");
}
