// Every target construct generates a target task: its creation, with the target bit, precedes the
// begin of the construct.
// RULES: target.task-create target.target-task-null
// REQUIRES: offload
#include "cts.h"

int main(void) {
  int x = 0;
  cts_mark();
#pragma omp target map(tofrom : x)
  x = 1;
  cts_count("target.task-create", 1, "task_create flags&target");
  return x != 1;
}
