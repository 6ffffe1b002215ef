// A thread of the program's own, once the initial thread of a region, still exists when main
// returns: no event may follow the finalizer.
// RULES: fin.last fin.once
#include "cts.h"
#include <pthread.h>
#include <unistd.h>

static int ready;

static void *work(void *argument) {
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_announce(&ready);
  for (;;)
    pause(); /* until the process ends */
  return argument;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, work, NULL))
    return 1;
  cts_await(&ready);
  return 0;
}
