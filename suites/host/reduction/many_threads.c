// A reduction in a larger team, where trees are in use: bracketed somewhere in the team.
// RULES: reduction.occurs reduction.pair reduction.no-scheduling-point barrier.implementation-kind
// RULES: reduction.task-context
// REQUIRES: visible_reduction
#include "cts.h"

int main(void) {
  int threads = 1;
  double sums[16] = {0};
#pragma omp parallel num_threads(8) reduction(+ : sums)
  {
    sums[omp_get_thread_num() % 16] += 1;
    if (omp_get_thread_num() == 0)
      threads = omp_get_num_threads();
  }
  cts_total_range("reduction.occurs", threads > 1, 1000, "reduction endpoint=begin");
}
