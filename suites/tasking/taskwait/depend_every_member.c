// Each member of a team waits three times for the last one of its own tasks.
// REQUIRES: taskwait_depend
#include "cts.h"

enum { ROUNDS = 3 };

int main(void) {
  int wrong = 0;
#pragma omp parallel num_threads(2) reduction(+ : wrong)
  {
    int x = 0;
    for (int i = 0; i < ROUNDS; i++) {
#pragma omp task depend(out : x) shared(x)
      x++;
      cts_mark();
      cts_expect("taskwait-init.create", "task_create flags&taskwait => flags&undeferred");
      cts_expect("taskwait-init.flags", "task_create flags&taskwait => flags!&final");
#pragma omp taskwait depend(in : x)
      cts_count("taskwait-complete.schedule", 1,
                "task_schedule prior_task_status=taskwait_complete");
      wrong += x != i + 1;
    }
  }
  return wrong != 0;
}
