// Below a final task every descendant is final and included, to any depth.
#include "cts.h"

static int depth(int n) {
  int below = 0;
  if (n == 0)
    return 0;
#pragma omp task shared(below)
  {
    cts_value("task-create.flags-final", "omp_in_final", omp_in_final() != 0, 1);
    below = depth(n - 1);
  }
#pragma omp taskwait
  return below + 1;
}

int main(void) {
  int levels = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task final(1) shared(levels)
  {
    cts_mark();
    levels = depth(10);
    cts_count("task-create.flags-final", 0, "task_create flags!&final");
    cts_count("task-create.flags-undeferred", 0, "task_create flags!&undeferred");
  }
  return levels != 10;
}
