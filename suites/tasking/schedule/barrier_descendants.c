// A task executed at a barrier generates further tasks: the barrier waits for these too.
#include "cts.h"

int main(void) {
  int leaves = 0;
#pragma omp parallel num_threads(2) shared(leaves)
  {
#pragma omp master
    for (int i = 0; i < 4; i++) {
#pragma omp task shared(leaves)
      for (int j = 0; j < 4; j++)
#pragma omp task shared(leaves)
        cts_increment(&leaves);
    }
#pragma omp barrier
    cts_value("barrier.tasks-complete", "leaves", leaves, 16);
  }
  cts_total("task-create.one-per-task", 20, "task_create flags&explicit");
}
