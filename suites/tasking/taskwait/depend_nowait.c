// taskwait with depend and nowait: the empty task may be deferred, and what depends on it still
// comes after what it waits for.
// REQUIRES: taskwait_nowait
#include "cts.h"

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2) shared(x)
#pragma omp single
  {
#pragma omp task depend(out : x)
    x = 1;
    cts_mark();
#pragma omp taskwait depend(inout : x) nowait
    cts_count("taskwait-init.create", 1, "task_create flags&taskwait");
#pragma omp task depend(in : x)
    cts_value("task-schedule.dependence-respected", "x", x, 1);
  }
}
