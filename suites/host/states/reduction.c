// The state of a thread that combines partial results is recorded.
// RULES: state.reduction state.overhead
// RECORD: --sample=2000
#include "cts.h"

int main(void) {
  long sum = 0;
#pragma omp parallel num_threads(2)
  for (int round = 0; round < 200; ++round) {
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < 100; ++i)
      sum += i;
    if (round % 100 == 99)
      cts_hold(2);
  }
  cts_value("state.reduction", "sum", sum, 200L * 4950);
}
