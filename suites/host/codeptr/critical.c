// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The return addresses of critical.
// RULES: codeptr.in-function
// RUN: %cts-compile %s -o %t && %cts-record %t.trace %t && %cts-validate %t.trace
#include "cts.h"

__attribute__((noinline)) static void guarded(void) {
  cts_expect("codeptr.in-function", "mutex_acquire => codeptr_ra@function=guarded");
  cts_expect("codeptr.in-function", "mutex_acquired => codeptr_ra@function=guarded");
  cts_expect("codeptr.in-function", "mutex_released => codeptr_ra@function=guarded");
#pragma omp critical(guard)
  cts_body("critical");
  cts_after("critical");
}

int main(void) {
  omp_set_dynamic(0);
#pragma omp parallel num_threads(2)
  guarded();
}
