// A taskgroup waits for all descendants, unlike a taskwait.
#include "cts.h"

static void tree(int depth, int *leaves) {
  if (depth == 0) {
#pragma omp atomic
    (*leaves)++;
    return;
  }
  for (int i = 0; i < 2; i++) {
#pragma omp task
    tree(depth - 1, leaves);
  }
}

int main(void) {
  int leaves = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskgroup
    tree(5, &leaves);
    cts_value("taskgroup.all-complete", "leaves", leaves, 32);
  }
  cts_total("task-create.one-per-task", 62, "task_create flags&explicit");
}
