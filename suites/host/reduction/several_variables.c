// Several reductions on one construct may be bracketed once or separately.
#include "cts.h"

int main(void) {
  int low = 100, high = -100, any = 0;
  double sum = 0;
#pragma omp parallel num_threads(3)
  {
    cts_mark();
#pragma omp for reduction(min : low) reduction(max : high) reduction(| : any) reduction(+ : sum)
    for (int i = 0; i < 30; i++) {
      low = i < low ? i : low;
      high = i > high ? i : high;
      any |= i;
      sum += i;
    }
    cts_count("reduction.pair", 0, "reduction kind!=reduction");
    cts_count_range("reduction.pair", 0, 16, "reduction endpoint=begin");
  }
}
