// A deferred target construct generates a target task that can be seen: created with the target
// bit.
// RULES: target.task-create target.target-task-null target-task.region target-task.flags
// REQUIRES: offload
#include "cts.h"

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
#pragma omp target map(tofrom : x) nowait
    x = 1;
    cts_count("target.task-create", 1, "task_create flags&target");
#pragma omp taskwait
  }
  return x != 1;
}
