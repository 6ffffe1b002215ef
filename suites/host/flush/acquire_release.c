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

// CHECK: initial-task
// CHECK-NEXT:   parallel P1 requested=2 team=2
// CHECK-NEXT:     implicit-task 0
// CHECK-NEXT:       flush
// CHECK-NEXT:       flush
// CHECK-NEXT:       flush
// CHECK-NEXT:       barrier_implicit{{.*}}
// CHECK-NEXT:     implicit-task 1
// CHECK-NEXT:       flush
// CHECK-NEXT:       flush
// CHECK-NEXT:       flush
// CHECK-NEXT:       barrier_implicit{{.*}}
