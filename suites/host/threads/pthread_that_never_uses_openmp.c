// A thread of the program that never meets OpenMP gives no event.
#include "cts.h"
#include <pthread.h>

static volatile int touched;

static void *work(void *argument) {
  touched = 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  (void)omp_get_max_threads();
  if (pthread_create(&thread, NULL, work, NULL))
    return 1;
  pthread_join(thread, NULL);
#pragma omp parallel num_threads(1)
  cts_body("parallel");
  cts_total("thread-begin.unknown-type", 0, "thread_begin thread_type=unknown");
  cts_total("thread-begin.initial-type", 1, "thread_begin thread_type=initial");
}
