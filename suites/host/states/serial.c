// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The initial thread computes outside all parallel regions until it has been sampled there.
// RULES: state.work-serial state.maintained
// RUN: %cts-compile %s -o %t && %cts-record --sample=1000 %t.trace %t && %cts-validate %t.trace
#include "cts.h"

int main(void) {
  (void)omp_get_max_threads();
  cts_hold(1);
}
