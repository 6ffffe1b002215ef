// The filter expression may differ from thread to thread: here each selects itself, but number 1.
// REQUIRES: visible_masked
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num(), runs = me != 1;
    cts_mark();
#pragma omp masked filter(runs ? me : 0)
    cts_body("masked");
    cts_count("masked.filter-threads", runs, "masked endpoint=begin");
    cts_count("masked.pair", runs, "masked endpoint=end");
  }
}

// CHECK: initial-task
// CHECK-NEXT:   parallel P1 requested=4 team=4
// CHECK-NEXT:     implicit-task 0
// CHECK-NEXT:       masked
// CHECK-NEXT:       barrier_implicit{{.*}}
// CHECK-NEXT:     implicit-task 1
// CHECK-NEXT:       barrier_implicit{{.*}}
// CHECK-NEXT:     implicit-task 2
// CHECK-NEXT:       masked
// CHECK-NEXT:       barrier_implicit{{.*}}
// CHECK-NEXT:     implicit-task 3
// CHECK-NEXT:       masked
// CHECK-NEXT:       barrier_implicit{{.*}}
