// SHOWS: target.task-create
// FLAGS: --offload
// MAY SHOW: target.target-task-null
#include "cts.h"

int main(void) {
  cts_total("target.task-create", 1, "task_create flags&target");
#pragma omp target
  ;
}
