// A handler of atexit still uses OpenMP: its region is reported before the finalizer.
// RULES: fin.once fin.last parallel-end.paired
#include "cts.h"
#include <stdlib.h>

static void late(void) {
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
}

int main(void) {
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
  cts_total("fin.once", 1, "tool_finalize");
  return atexit(late);
}

// CHECK: initial-task
// CHECK-NEXT:   parallel P1 requested=2 team=2
// CHECK-NEXT:     implicit-task 0
// CHECK-NEXT:       barrier_implicit{{.*}}
// CHECK-NEXT:     implicit-task 1
// CHECK-NEXT:       barrier_implicit{{.*}}
// CHECK-NEXT:   parallel P2 requested=2 team=2
// CHECK-NEXT:     implicit-task 0
// CHECK-NEXT:       barrier_implicit{{.*}}
// CHECK-NEXT:     implicit-task 1
// CHECK-NEXT:       barrier_implicit{{.*}}
