// Flushes of a function that is called from outside, from a region, and from a region inside it.
// REQUIRES: visible_flush
#include "cts.h"

static void publish(int times) {
  cts_mark();
  for (int i = 0; i < times; i++) {
#pragma omp flush
  }
  cts_count("flush.event", times, "flush");
}

int main(void) {
  int executed = 2;
  omp_set_max_active_levels(2);
  publish(2);
#pragma omp parallel num_threads(2) reduction(+ : executed)
  {
    publish(1);
    executed++;
#pragma omp parallel num_threads(2) reduction(+ : executed)
    {
      publish(3);
      executed += 3;
    }
  }
  cts_total("flush.event", executed, "flush");
}
