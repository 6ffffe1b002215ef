// A flush in each iteration of a loop, in each section and in a single region: as many events as
// were executed, by whom does not matter.
// REQUIRES: visible_flush
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(dynamic, 1)
    for (int i = 0; i < 5; i++) {
#pragma omp flush
    }
#pragma omp sections
    {
#pragma omp section
      {
#pragma omp flush
      }
#pragma omp section
      {
#pragma omp flush
      }
    }
#pragma omp single
    {
#pragma omp flush
    }
  }
  cts_total("flush.event", 8, "flush");
}
