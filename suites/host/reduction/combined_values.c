// Some thread combines the private copies of a task reduction before any thread passes the group's
// end: if the runtime promises reductions always, this is one.
#include "cts.h"

int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(2) shared(sum)
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
  for (int i = 1; i <= 10; i++) {
#pragma omp task in_reduction(+ : sum)
    sum += i;
  }
  cts_total_range("reduction.occurs", 1, 1000, "reduction kind=reduction endpoint=begin");
  return sum != 55;
}
