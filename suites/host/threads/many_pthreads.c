// Eight threads of the program, each with a loop of its own: every one begins once and has an
// initial task.
// RULES: thread-begin.once thread-begin.first-on-thread parallel-begin.encountering-data
#include "cts.h"
#include <pthread.h>

static void *work(void *argument) {
  for (int i = 0; i < 3; i++) {
    cts_expect("parallel-begin.encountering-data", "parallel_begin => encountering_task=current");
#pragma omp parallel for num_threads(2) schedule(dynamic)
    for (int k = 0; k < 4; k++)
      cts_body("loop");
    cts_after("parallel");
  }
  return argument;
}

int main(void) {
  pthread_t threads[8];
  for (int i = 0; i < 8; i++)
    if (pthread_create(&threads[i], NULL, work, NULL))
      return 1;
  for (int i = 0; i < 8; i++)
    pthread_join(threads[i], NULL);
  cts_total("parallel-begin.encountering-data", 24, "parallel_begin requested_parallelism=2");
}
