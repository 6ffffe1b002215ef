// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A process divides before it uses OpenMP: parent and child have a runtime and a tool each, and
// each of the two traces is whole.
// RULES: fin.once start-tool.once-per-runtime-instance init.before-any-event
// RUN: %cts-compile %s -o %t && %cts-record %t.trace %t
// RUN: %cts-validate %t.trace %t.trace.[0-9]*
#include "cts.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void work(void) {
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
  cts_total("start-tool.once-per-runtime-instance", 1, "tool_initialize");
  cts_total("fin.once", 1, "tool_finalize");
}

int main(void) {
  int status = 1;
  pid_t child = fork();
  if (child < 0)
    return 1;
  work();
  if (child == 0)
    exit(0);
  return waitpid(child, &status, 0) != child || status != 0;
}
