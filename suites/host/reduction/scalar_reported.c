// The compiler hands this reduction to the runtime: combining the partial results is bracketed by
// events in some member of the team.
// REQUIRES: visible_reduction
#include "cts.h"

int main(void) {
  int threads = 1, sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  {
    sum += omp_get_thread_num();
    if (omp_get_thread_num() == 0)
      threads = omp_get_num_threads();
  }
  cts_total_range("reduction.occurs", threads > 1, 1000, "reduction endpoint=begin");
}
