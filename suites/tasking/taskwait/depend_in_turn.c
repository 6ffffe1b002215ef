// Several taskwaits with depend clauses in turn: each has a task of its own, undeferred and not
// final.
// REQUIRES: taskwait_depend
#include "cts.h"

enum { ROUNDS = 4 };

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2) shared(x)
#pragma omp single
  for (int i = 0; i < ROUNDS; i++) {
#pragma omp task depend(inout : x) shared(x)
    x++;
    cts_mark();
    cts_expect("taskwait-init.create",
               "task_create flags&taskwait => flags&undeferred new_task=$w%d", i);
    cts_expect("task-create.flags-final", "task_create flags&taskwait => flags!&final");
    cts_expect("task-create.has-dependences", "task_create flags&taskwait => has_dependences!=0");
    cts_expect("dependences.list", "dependences => ndeps=1 deps[0]=%p deps[1]=1", (void *)&x);
#pragma omp taskwait depend(in : x)
    cts_count("taskwait-complete.schedule", 1,
              "task_schedule prior_task_status=taskwait_complete prior_task=$w%d", i);
  }
  return x != ROUNDS;
}
