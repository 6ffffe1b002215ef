// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flushes with a memory order are flush directives too.
// RULES: flush.event
// REQUIRES: visible-flush
// RUN: %cts-compile %s -o %t && %cts-record %t.trace %t && %cts-validate %t.trace
#include "cts.h"

int main(void) {
  omp_set_dynamic(0);
#pragma omp parallel num_threads(2)
  {
    cts_mark();
#pragma omp flush acq_rel
#pragma omp flush release
#pragma omp flush acquire
    cts_count_range("flush.event", 1, 3, "flush");
  }
}
