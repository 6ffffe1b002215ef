// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two names are two objects; one name is one object in different functions.
// RULES: mutex.wait-id-per-object critical.sequence
// VIEW: --regions
#include "cts.h"

static void other_place(void) {
  cts_expect("mutex.wait-id-per-object", "mutex_acquired => wait_id=$red");
#pragma omp critical(red)
  cts_body("critical");
}

int main(void) {
  cts_expect("mutex.wait-id-per-object", "mutex_acquired => wait_id=$red");
#pragma omp critical(red)
  cts_body("critical");
  cts_expect("mutex.wait-id-per-object", "mutex_acquired => wait_id!=$red");
#pragma omp critical(blue)
  cts_body("critical");
  cts_expect("mutex.wait-id-per-object", "mutex_acquired => wait_id!=$red");
#pragma omp critical
  cts_body("critical");
  other_place();
}

// CHECK: initial-task
// CHECK-NEXT:   critical M1
// CHECK-NEXT:   critical M2
// CHECK-NEXT:   critical M3
// CHECK-NEXT:   critical M1
