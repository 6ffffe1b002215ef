// Flushes with a memory order are flush directives too.
// REQUIRES: visible_flush
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_mark();
#pragma omp flush acq_rel
#pragma omp flush release
#pragma omp flush acquire
    cts_count_range("flush.event", 1, 3, "flush");
  }
}
