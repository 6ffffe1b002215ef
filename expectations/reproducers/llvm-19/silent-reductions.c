// SHOWS: reduction.pair
// ENV: KMP_FORCE_REDUCTION=atomic
#include "cts.h"

int main(void) {
  int sum = 0;
  cts_total_range("reduction.pair", 1, 100, "reduction kind=reduction endpoint=begin");
#pragma omp parallel num_threads(2) reduction(+ : sum)
  sum++;
  return sum - 2;
}
