// Each executed flush directive gives one flush event on the executing thread.
// RULES: flush.event flush.thread-data
// REQUIRES: visible_flush
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_mark();
    for (int i = 0; i < 3; i++) {
#pragma omp flush
    }
    cts_count("flush.event", 3, "flush");
  }
}
