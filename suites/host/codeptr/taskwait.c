// The return address of taskwait and of taskgroup.
// RULES: sync.codeptr codeptr.in-function
#include "cts.h"

__attribute__((noinline)) static void wait_for_tasks(void) {
  cts_expect("sync.codeptr", "sync_region kind=taskwait => codeptr_ra@function=wait_for_tasks");
#pragma omp taskwait
  cts_expect("sync.codeptr", "sync_region kind=taskgroup => codeptr_ra@function=wait_for_tasks");
#pragma omp taskgroup
  cts_body("taskgroup");
}

int main(void) {
#pragma omp parallel num_threads(2)
  wait_for_tasks();
}

// CHECK: initial-task
// CHECK-NEXT:   parallel P1 requested=2 team=2
// CHECK-NEXT:     implicit-task 0
// CHECK-NEXT:       taskwait
// CHECK-NEXT:       taskgroup
// CHECK-NEXT:       barrier_implicit{{.*}}
// CHECK-NEXT:     implicit-task 1
// CHECK-NEXT:       taskwait
// CHECK-NEXT:       taskgroup
// CHECK-NEXT:       barrier_implicit{{.*}}
