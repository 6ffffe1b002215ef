// A process divides after a region. The child leaves at once and does nothing of OpenMP; the
// parent's tool notices nothing of it.
// RULES: fin.once fin.last parallel-end.paired
// RUN: %cts-compile %s -o %t && %cts-record %t.trace %t && %cts-validate %t.trace
#include "cts.h"
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int status = 1;
  pid_t child;
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
  child = fork();
  if (child == 0)
    _exit(0);
  if (child < 0 || waitpid(child, &status, 0) != child)
    return 1;
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
  cts_total("parallel-end.paired", 2, "parallel_end");
  cts_total("fin.once", 1, "tool_finalize");
  return status != 0;
}
