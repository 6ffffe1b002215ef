// Parallel regions in the teams of a league generate tasks of their own.
// RULES: task-create.one-per-task task-create.context frame.nesting-order
// REQUIRES: host_teams
#include "cts.h"

int main(void) {
  int members = 0;
#pragma omp teams num_teams(2) shared(members)
#pragma omp parallel num_threads(2) shared(members)
  {
    cts_increment(&members);
    cts_mark();
    for (int i = 0; i < 3; i++) {
      cts_expect("task-create.context", "task_create => encountering_task=current");
#pragma omp task
      cts_body("task");
    }
#pragma omp taskwait
    cts_count("task-create.one-per-task", 3, "task_create encountering_task=current");
  }
  cts_total("task-create.one-per-task", 3 * members, "task_create flags&explicit");
}
