// The loop construct bound to a parallel region has no events of its own: those of whatever it is
// made of are paired.
// RULES: loop-construct.no-own-events work.pair
#include "cts.h"

static int a[40];

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_body("parallel");
    cts_mark();
#pragma omp loop bind(parallel)
    for (int i = 0; i < 40; i++)
      a[i] = i;
    cts_count_range("loop-construct.no-own-events", 0, 1, "work endpoint=begin");
    cts_count_range("loop-construct.no-own-events", 0, 1, "work endpoint=end");
  }
}
