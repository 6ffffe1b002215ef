// taskloop simd makes the events of a taskloop.
#include "cts.h"

int main(void) {
  int a[64];
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
#pragma omp taskloop simd num_tasks(2)
    for (int i = 0; i < 64; i++)
      a[i] = i;
    cts_count("taskloop.pair", 1, "work work_type=taskloop endpoint=begin");
    cts_count("taskloop.pair", 1, "work work_type=taskloop endpoint=end");
    cts_count("taskloop.count", 1, "work work_type=taskloop endpoint=begin count=64");
  }
  return a[63] != 63;
}
