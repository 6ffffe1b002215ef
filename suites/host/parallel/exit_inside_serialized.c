// The program ends inside a serialized region, by exit: the initial task is the one that ends, by
// its own flags and index.
// RULES: implicit-task-end.parallel-null implicit-task-end.flags implicit-task-end.index
// RULES: initial-task.end-before-thread-end
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(1)
  {
    cts_body("parallel");
    exit(0);
  }
  return 1;
}
