// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every task of a taskloop says before its first iteration which chunk it has: the chunks have as
// many iterations as the loop.
// RULES: taskloop.dispatch
// RUN: %cts-compile %s -o %t && %cts-record %t.trace %t && %cts-validate %t.trace
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop num_tasks(4)
  for (int i = 0; i < 8; i++)
    cts_body("taskloop");
  cts_total_range("taskloop.dispatch", 1, 8, "dispatch kind=taskloop_chunk/iteration");
}
