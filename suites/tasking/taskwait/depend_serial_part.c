// taskwait with a depend clause where nothing can run at the same time: in the serial part, in a
// team of one, and without any task to wait for. The task of the taskwait is created and completes
// as well.
// REQUIRES: taskwait_depend
#include "cts.h"

static void wait_for(int *x) {
  cts_mark();
  cts_expect("taskwait-init.create", "task_create => flags&taskwait|undeferred");
  cts_expect("dependences.list", "dependences => ndeps=1 deps[0]=%p deps[1]=1", (void *)x);
#pragma omp taskwait depend(in : x[0])
  cts_count("codeptr.in-function", 0, "task_create codeptr_ra@function!=%s", __func__);
  cts_count("taskwait-complete.schedule", 1, "task_schedule prior_task_status=taskwait_complete");
}

static void dependent(int *x) {
#pragma omp task depend(out : x[0])
  ++*x;
  wait_for(x);
  wait_for(x);
}

int main(void) {
  int x = 0;
  wait_for(&x);
  dependent(&x);
#pragma omp parallel num_threads(1) shared(x)
  {
    wait_for(&x);
    dependent(&x);
  }
#pragma omp parallel num_threads(2) shared(x)
#pragma omp single
  {
    wait_for(&x);
    dependent(&x);
  }
  return x != 3;
}
