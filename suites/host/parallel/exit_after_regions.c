// exit from a function other than main, with the pool's threads alive: the initial task ends on the
// initial thread, and the finalizer is called once.
// RULES: fin.once fin.last initial-task.end-before-thread-end fin.initial-thread-end-precedes
#include "cts.h"

static void leave(void) { exit(0); }

int main(void) {
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_after("parallel");
  leave();
  return 1;
}
