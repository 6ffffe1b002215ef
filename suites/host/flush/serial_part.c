// Flushes outside every parallel region, before and after one: each gives an event.
// REQUIRES: visible_flush
#include "cts.h"

int main(void) {
  cts_mark();
#pragma omp flush
#pragma omp flush
  cts_count("flush.event", 2, "flush");
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_mark();
  for (int i = 0; i < 3; i++) {
#pragma omp flush
  }
  cts_count("flush.event", 3, "flush");
}
