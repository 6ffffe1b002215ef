// A thread of the program's own executes LAST between regions.
// RULES: fin.once fin.last
#pragma once

#include "cts.h"
#include <pthread.h>
#include <stdlib.h>

static void *last(void *argument) {
  LAST;
  return argument;
}

int main(void) {
  pthread_t thread;
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
  cts_total("fin.once", 1, "tool_finalize");
  if (pthread_create(&thread, NULL, last, NULL))
    return 1;
  pthread_join(thread, NULL);
}
