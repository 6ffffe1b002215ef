// Tasks in the teams of an active inner parallel region.
// RULES: task-create.one-per-task task-schedule.own-team
#include "cts.h"

int main(void) {
  int members = 0;
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  {
    cts_increment(&members);
    cts_mark();
#pragma omp task
    cts_body("task");
    cts_count("task-create.one-per-task", 1, "task_create flags&explicit");
  }
  cts_total("task-create.one-per-task", members, "task_create flags&explicit");
}
