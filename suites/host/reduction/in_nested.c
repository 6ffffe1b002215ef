// Reductions in two inner teams, large enough for trees: they name the inner region and its tasks.
// RULES: reduction.pair reduction.task-context
// REQUIRES: visible_reduction
#include "cts.h"

int main(void) {
  double sums[16] = {0};
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2) reduction(+ : sums)
  {
#pragma omp parallel num_threads(6) reduction(+ : sums)
    sums[omp_get_thread_num() % 16] += 1;
  }
  return sums[0] != 2;
}
