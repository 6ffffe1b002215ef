// The program's first contact with OpenMP is a parallel construct: its events are complete.
// RULES: init.before-first-construct init.before-any-event parallel-end.paired
// RULES: initial-task.begin-after-thread-begin start-tool.once-per-runtime-instance
// RULES: pending.no-callbacks
#include "cts.h"

static int touched;

int main(void) {
#pragma omp parallel num_threads(2)
  cts_increment(&touched);
  cts_total("init.before-first-construct", 1, "parallel_begin");
  cts_total("init.before-first-construct", 1, "parallel_end");
  cts_total("start-tool.once-per-runtime-instance", 1, "tool_initialize");
}
