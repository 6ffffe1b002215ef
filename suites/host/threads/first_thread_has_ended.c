// The thread that comes first to OpenMP ends. Then other threads enter critical regions: no event
// of theirs is about the thread that has ended.
// RULES: critical.sequence mutex.acquire-before-acquired mutex.acquired-before-released
#include <pthread.h>

#include "cts.h"

static void *first(void *unused) {
#pragma omp parallel num_threads(1)
  cts_body("parallel");
  return unused;
}

// In a function of its own, because compilers ask the runtime for the thread's number where a
// function with constructs begins.
static __attribute__((noinline)) int second(void) {
  int entered = 0;
#pragma omp parallel num_threads(2)
  {
    cts_mark();
#pragma omp critical
    entered++;
    cts_count("critical.sequence", 1, "mutex_acquired kind=critical");
    cts_count("critical.sequence", 1, "mutex_released kind=critical");
  }
  return entered;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, first, NULL);
  pthread_join(thread, NULL);
  return second() == 2 ? 0 : 1;
}
