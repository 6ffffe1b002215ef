// The first contact is made by a thread other than main's.
// RULES: init.before-first-construct thread-begin.first-on-thread init.host-thread
#include "cts.h"
#include <pthread.h>

static int touched;

static void *work(void *argument) {
#pragma omp parallel num_threads(2)
  cts_increment(&touched);
  return argument;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, work, NULL))
    return 1;
  pthread_join(thread, NULL);
  cts_total("init.before-first-construct", 1, "parallel_begin requested_parallelism=2");
  cts_total("init.before-first-construct", 1, "tool_initialize");
}
