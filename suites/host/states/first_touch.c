// A signal handler asks new threads as soon as they have begun. The memory that the runtime keeps
// for each thread is there already, so that no inquiry allocates memory.
// RECORD: --probes=none --sample=20000
#include "cts.h"
#include "cts_allocations.h"

#include <pthread.h>

static void *work(void *argument) {
#pragma omp parallel num_threads(2)
  {
#pragma omp barrier
  }
  return argument;
}

int main(void) {
  (void)omp_get_max_threads();
  cts_watch_allocations();
  do {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0)
      return 1;
    work(NULL);
    pthread_join(thread, NULL);
  } while (cts_wants_samples(2000));
  cts_value("sigsafe.first-touch-tls", "allocations in signal handlers", cts_handler_allocations(),
            0);
}
