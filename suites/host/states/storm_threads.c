// Signals while native threads become OpenMP threads and end: nothing is asked before a thread's
// begin or after its end.
// RULES: sigsafe.inquiry sigsafe.consistent
// RECORD: --sample=20000
#include "cts.h"
#include <pthread.h>

static void *work(void *argument) {
#pragma omp parallel num_threads(2)
  {
#pragma omp barrier
  }
  return argument;
}

int main(void) {
  do {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0)
      return 1;
    work(NULL);
    pthread_join(thread, NULL);
  } while (cts_wants_samples(4000));
}
