// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two regions in one function have two addresses, where addresses are given.
// RULES: codeptr.distinct codeptr.in-function
// RUN: %cts-compile %s -o %t && %cts-record %t.trace %t && %cts-validate %t.trace
#include "cts.h"

int main(void) {
  omp_set_dynamic(0);
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
