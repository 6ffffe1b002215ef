// taskwait with a depend clause is an empty undeferred task from OpenMP 5.1 on: created with the
// taskwait bit, with dependences, completed with the status of its own, and not a taskwait region.
// REQUIRES: taskwait_depend
#include "cts.h"

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2) shared(x)
#pragma omp single
  {
#pragma omp task depend(out : x) shared(x)
    x = 1;
    cts_mark();
    cts_expect("taskwait-init.create", "task_create flags&taskwait => flags&undeferred");
    cts_expect("taskwait-init.create", "task_create flags&taskwait => new_task=$w");
    cts_expect("task-create.has-dependences", "task_create flags&taskwait => has_dependences!=0");
    cts_expect("dependences.list", "dependences => ndeps=1 deps[0]=%p deps[1]=1", (void *)&x);
    cts_expect("taskwait-complete.schedule",
               "task_schedule prior_task_status=taskwait_complete => prior_task=$w next_task=null");
#pragma omp taskwait depend(in : x)
    cts_count("taskwait-init.create", 1, "task_create flags&taskwait");
    cts_count("taskwait-init.create", 0, "sync_region kind=taskwait");
  }
}
