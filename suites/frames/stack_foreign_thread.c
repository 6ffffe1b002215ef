// A region on a thread that the program has made: its stack begins elsewhere.
// REQUIRES: x86_64
// FLAGS: -O0
#include "stack.h"

#include <pthread.h>

static void *run(void *argument) {
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  return argument;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, 0, run, 0))
    return 1;
  pthread_join(thread, 0);
#pragma omp parallel num_threads(2)
  cts_body("parallel");
}
