// Many threads ask for many identifiers: none ever repeats.
// RULES: get-unique-id.unique
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(6)
  for (int i = 0; i < 20; i++)
    cts_body("parallel");
}

// CHECK: initial-task
// CHECK-NEXT:   parallel P1 requested=6 team=6
// CHECK-NEXT:     implicit-task 0
// CHECK-NEXT:       barrier_implicit{{.*}}
// CHECK-NEXT:     implicit-task 1
// CHECK-NEXT:       barrier_implicit{{.*}}
// CHECK-NEXT:     implicit-task 2
// CHECK-NEXT:       barrier_implicit{{.*}}
// CHECK-NEXT:     implicit-task 3
// CHECK-NEXT:       barrier_implicit{{.*}}
// CHECK-NEXT:     implicit-task 4
// CHECK-NEXT:       barrier_implicit{{.*}}
// CHECK-NEXT:     implicit-task 5
// CHECK-NEXT:       barrier_implicit{{.*}}
