// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A hard pause in the middle: whatever is reported before and after it is whole, in one activation
// or in two.
// RULES: fin.last parallel-end.paired implicit-task-end.paired
// RUN: %cts-compile %s -o %t && %cts-record %t.trace %t && %cts-validate %t.trace
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
  (void)omp_pause_resource_all(omp_pause_hard);
#pragma omp parallel num_threads(2)
  (void)omp_get_thread_num();
}
