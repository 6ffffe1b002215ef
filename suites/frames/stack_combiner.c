// A combiner of the program's own, which the runtime may call inside the reduction.
// FLAGS: -O0
#include "stack.h"

typedef struct {
  int low, high;
} range;

static __attribute__((noinline)) range joined(range a, range b) {
  range result = {a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
  return result;
}

#pragma omp declare reduction(join:range                                                           \
                              : omp_out = joined(omp_out, omp_in))                                 \
    initializer(omp_priv = omp_orig)

int main(void) {
  range all = {50, 50};
#pragma omp parallel for num_threads(2) reduction(join : all)
  for (int i = 0; i < 100; ++i) {
    range one = {i, i};
    if (i % 50 == 0)
      cts_body("parallel");
    all = joined(all, one);
  }
  return all.low != 0 || all.high != 99;
}
