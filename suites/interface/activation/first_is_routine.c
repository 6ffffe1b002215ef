// The first contact is an environment routine: the tool is there when it has completed.
// RULES: init.before-first-construct initial-thread.begin-after-init init.before-any-event
#include "cts.h"

int main(void) {
  double now = omp_get_wtime();
  int procs = omp_get_num_procs();
  cts_total("init.before-first-construct", 1, "tool_initialize");
  cts_total("init.before-any-event", 1, "thread_begin thread_type=initial");
  return now < 0 || procs < 1;
}
