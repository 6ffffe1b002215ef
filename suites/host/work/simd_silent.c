// simd has no event at all.
#include "cts.h"

static int a[64];

int main(void) {
  cts_mark();
#pragma omp simd
  for (int i = 0; i < 64; i++)
    a[i] = i;
  cts_count("simd.no-events", 0, "work");
  cts_count("simd.no-events", 0, "parallel_begin");
  cts_count("simd.no-events", 0, "dispatch");
}
