// A reduction on a loop with nowait, completed by the barrier that follows.
#include "cts.h"

int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(3)
  {
    cts_mark();
#pragma omp for reduction(+ : sum) schedule(dynamic) nowait
    for (int i = 0; i < 12; i++)
      sum += i;
    cts_after("loop");
#pragma omp barrier
    cts_count("reduction.pair", 0, "reduction kind!=reduction");
    cts_count_range("reduction.pair", 0, 4, "reduction endpoint=end");
  }
}
