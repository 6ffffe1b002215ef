// SHOWS: implicit-task-end.parallel-null
// MAY SHOW: implicit-task-end.index implicit-task-end.flags initial-task.end-before-thread-end
// ENV: OMP_THREAD_LIMIT=1
#include <stdlib.h>

int main(void) {
#pragma omp parallel
  exit(0);
}
