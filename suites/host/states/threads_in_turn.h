// Native threads become OpenMP threads and end while a signal handler asks them.
#pragma once

#include "cts.h"
#include <pthread.h>

static void *work(void *argument) {
#pragma omp parallel num_threads(2)
  {
#pragma omp barrier
  }
  return argument;
}

/* Goes on until there are so many samples; returns 1 if a thread cannot be created. */
static int threads_in_turn(unsigned long long samples) {
  do {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0)
      return 1;
    work(NULL);
    pthread_join(thread, NULL);
  } while (cts_wants_samples(samples));
  return 0;
}
