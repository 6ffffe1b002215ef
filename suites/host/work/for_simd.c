// The composite loop simd construct gives the events of the worksharing loop.
#include "cts.h"

static double a[64];

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_mark();
#pragma omp for simd schedule(dynamic, 8) if (simd : 0)
    for (int i = 0; i < 64; i++)
      a[i] = i;
    cts_after("loop");
    cts_count("composite.same-as-parts", 1, "work endpoint=begin");
    cts_count("composite.same-as-parts", 1, "work endpoint=end");
    /* a compiler may count vector iterations or scalar ones, but never more than there are */
    cts_count("loop.count", 0, "work endpoint=begin count>64");
  }
}
