// Three threads of the program, one after the other, each with a parallel region: each has an
// initial task of its own, whose region is no one else's.
// RULES: thread-begin.first-on-thread implicit-task-begin.primary-index-0
// RULES: initial-task.begin-after-thread-begin parallel-begin.encountering-data
#include "cts.h"
#include <pthread.h>

static void *work(void *argument) {
  (void)argument;
  cts_expect("parallel-begin.encountering-data", "parallel_begin => encountering_task=current");
  cts_expect("implicit-task-begin.primary-index-0",
             "implicit_task endpoint=begin flags!&initial => index=0");
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
  return NULL;
}

int main(void) {
  for (int i = 0; i < 3; i++) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL))
      return 1;
    pthread_join(thread, NULL);
  }
  cts_total("parallel-begin.encountering-data", 3, "parallel_begin requested_parallelism=2");
}
