// The states and the implementations of mutual exclusion can be listed; the checker walks both
// lists when the tool starts. The later states of threads are in the list.
// RULES: enum-states.start enum-states.finite-distinct enum-states.values-legal
// RULES: enum-states.covers-observed enum-mutex.walk
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_body("parallel");
#pragma omp critical
    cts_body("critical");
#pragma omp barrier
    cts_after("barrier");
  }
  cts_after("parallel");
}
