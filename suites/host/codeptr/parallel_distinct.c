// Two regions in one function have two addresses, where addresses are given.
#include "cts.h"

int main(void) {
  cts_expect("codeptr.in-function", "parallel_begin => codeptr_ra=$first");
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
  cts_mark();
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
  cts_count("codeptr.distinct", 0, "parallel_begin codeptr_ra=nonnull codeptr_ra=$first");
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
