// A thread other than main's ends the program, between regions.
// RULES: fin.once fin.last fin.thread
#include "cts.h"
#include <pthread.h>
#include <stdlib.h>

static void *leave(void *argument) {
  exit(0);
  return argument;
}

int main(void) {
  pthread_t thread;
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
  cts_total("fin.once", 1, "tool_finalize");
  if (pthread_create(&thread, NULL, leave, NULL))
    return 1;
  pthread_join(thread, NULL);
  return 1;
}
