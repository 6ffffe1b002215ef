// SHOWS: target.task-create
// MAY SHOW: implicit-task-end.paired implicit-task-end.task-data initial-task.no-parallel-events masked.pair parallel-begin.encountering-data thread-begin.first-on-thread thread-end.paired
// FLAGS: --offload
#include "cts.h"

int main(void) {
  cts_total("target.task-create", 1, "task_create flags&target");
#pragma omp target nowait
  ;
#pragma omp taskwait
}
