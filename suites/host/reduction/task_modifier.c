// reduction(task, +:) on a parallel region: explicit tasks of the region take part in it.
// REQUIRES: reduction_task
#include "cts.h"

int main(void) {
  int sum = 0, team = 0;
#pragma omp parallel num_threads(2) reduction(task, + : sum) shared(team)
  {
    sum += 1;
    cts_increment(&team);
    cts_mark();
#pragma omp task in_reduction(+ : sum)
    sum += 10;
    cts_count("task-create.one-per-task", 1,
              "task_create flags&explicit encountering_task=current");
  }
  cts_value("barrier.tasks-complete", "sum", sum, 11 * team);
}
