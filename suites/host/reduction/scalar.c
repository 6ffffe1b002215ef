// A reduction of a scalar over a loop: how it is combined is the implementation's business; the
// events it chooses to give are pairs of kind reduction in the performing task.
#include "cts.h"

int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(3)
  {
    cts_mark();
#pragma omp for reduction(+ : sum) schedule(dynamic)
    for (int i = 0; i < 30; i++)
      sum += i;
    cts_count("reduction.pair", 0, "reduction kind!=reduction");
    cts_count_range("reduction.pair", 0, 4, "reduction endpoint=begin");
    cts_count_range("reduction.pair", 0, 4, "reduction endpoint=end");
  }
}
