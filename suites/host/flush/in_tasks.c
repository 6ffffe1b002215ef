// Each task executes two flushes, whichever thread runs it.
// REQUIRES: visible_flush
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 4; i++) {
#pragma omp task
    {
      cts_mark();
#pragma omp flush
#pragma omp flush
      cts_count("flush.event", 2, "flush");
    }
  }
  cts_total("flush.event", 8, "flush");
}
