// A reduction on sections.
#include "cts.h"

int main(void) {
  int product = 1;
#pragma omp parallel num_threads(2)
  {
    cts_mark();
#pragma omp sections reduction(* : product)
    {
#pragma omp section
      product *= 2;
#pragma omp section
      product *= 3;
    }
    cts_count("reduction.pair", 0, "reduction kind!=reduction");
    cts_count_range("reduction.pair", 0, 4, "reduction endpoint=end");
  }
}
