// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Both members of a team compute until they have been sampled there.
// RULES: state.work-parallel state.maintained
// RUN: %cts-compile %s -o %t && %cts-record --sample=1000 %t.trace %t && %cts-validate %t.trace
#include "cts.h"

int main(void) {
  omp_set_dynamic(0);
#pragma omp parallel num_threads(2)
  cts_hold(2);
}
