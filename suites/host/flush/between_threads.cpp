// One thread publishes a value, another one reads it when it is there: each executes the flushes
// that it needs, and no others.
// REQUIRES: visible_flush
#include "cts.h"

int main() {
  int value = 0, ready = 0, seen = 0, members = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    members = omp_get_num_threads();
    cts_mark();
    if (omp_get_thread_num() == 0) {
      value = 42;
#pragma omp flush
#pragma omp atomic write
      ready = 1;
      cts_count("flush.event", 1, "flush");
    }
    if (omp_get_thread_num() == members - 1) {
      for (int now = 0; !now;) {
#pragma omp atomic read
        now = ready;
      }
#pragma omp flush
      seen = value;
#pragma omp flush
    }
  }
  cts_total("flush.event", 3, "flush");
  return seen != 42;
}
