// A grainsize larger than the loop: a single task with all iterations.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
#pragma omp taskloop grainsize(100)
    for (int i = 0; i < 7; i++)
      cts_body("taskloop");
    cts_count("taskloop.num-tasks", 1, "task_create flags&explicit encountering_task=current");
  }
}
