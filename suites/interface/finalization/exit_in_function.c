// exit with a status, deep in the program, after a nested region: one finalization.
// RULES: fin.once fin.last initial-task.end-before-thread-end
#include "cts.h"

static void leave(int depth) {
  if (depth == 0)
    exit(0);
  leave(depth - 1);
}

int main(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(2)
    cts_body("parallel");
  }
  cts_total("fin.once", 1, "tool_finalize");
  leave(3);
  return 1;
}
