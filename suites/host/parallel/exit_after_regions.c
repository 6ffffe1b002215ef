// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// exit from a function other than main, with the pool's threads alive: the initial task ends on the
// initial thread, and the finaliser is called once.
// RULES: fin.once fin.last initial-task.end-before-thread-end fin.initial-thread-end-precedes
// RUN: %cts-compile %s -o %t && %cts-record %t.trace %t && %cts-validate %t.trace
#include "cts.h"
#include <stdlib.h>

static void leave(void) { exit(0); }

int main(void) {
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
  leave();
  return 1;
}
