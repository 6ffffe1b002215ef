// A worker that has already left a region waits with a depend clause in the next one.
// REQUIRES: taskwait_depend
#include "cts.h"

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2)
  cts_body("parallel");
#pragma omp parallel num_threads(2) shared(x)
  if (omp_get_thread_num() == 1) {
#pragma omp task depend(out : x) shared(x)
    x = 1;
    cts_expect("taskwait-init.create", "task_create flags&taskwait => new_task=$w");
    cts_expect("taskwait-complete.schedule",
               "task_schedule prior_task_status=taskwait_complete => prior_task=$w next_task=null");
#pragma omp taskwait depend(in : x)
  }
}
