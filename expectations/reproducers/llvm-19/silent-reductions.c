// SHOWS: reduction.occurs
#include "cts.h"

int main(void) {
  int sum = 0;
  cts_total_range("reduction.occurs", 1, 1000, "reduction endpoint=begin");
#pragma omp parallel reduction(+ : sum) num_threads(2)
  sum++;
  return sum == 0;
}
