// An interop construct with targetsync generates an empty task, mergeable, and included without
// nowait. A runtime may leave the task's events out; if it reports the task, the flags have the
// task's kind.
// REQUIRES: offload, interop
#include "cts.h"

int main(void) {
  omp_interop_t object = omp_interop_none;
  cts_mark();
#pragma omp interop init(targetsync : object) device(omp_get_initial_device())
#pragma omp interop use(object)
  cts_count("task-create.flags-undeferred", 0, "task_create flags!&undeferred");
#pragma omp interop use(object) nowait
#pragma omp taskwait
#pragma omp interop destroy(object)
  cts_count("task-create.flags-mergeable", 0, "task_create flags!&mergeable");
}
