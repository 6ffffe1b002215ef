// grainsize(strict: 5) over 23 iterations: tasks of exactly five, and a last one of three.
// REQUIRES: taskloop_strict
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
#pragma omp taskloop grainsize(strict : 5)
    for (int i = 0; i < 23; i++)
      cts_body("taskloop");
    cts_count("taskloop.num-tasks", 5, "task_create flags&explicit encountering_task=current");
  }
}
