// In a team of one there is nothing to combine with others: events or none, but paired.
#include "cts.h"

int main(void) {
  int sum = 0;
  cts_mark();
#pragma omp parallel num_threads(1) reduction(+ : sum)
  sum += 1;
  cts_count_range("reduction.pair", 0, 2, "reduction endpoint=begin");
  cts_count_range("reduction.pair", 0, 2, "reduction endpoint=end");
}
