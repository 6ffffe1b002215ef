// A flush with a list is one flush as well.
// REQUIRES: visible_flush
#include "cts.h"

int main(void) {
  int a = 0, b = 0;
  cts_mark();
#pragma omp flush(a, b)
  cts_count("flush.event", 1, "flush");
  (void)a;
  (void)b;
}
