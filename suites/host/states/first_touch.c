// A signal handler asks new threads as soon as they have begun. The memory that the runtime keeps
// for each thread is there already, so that no inquiry allocates memory.
// RECORD: --probes=none --sample=20000
#include "threads_in_turn.h"

#include "cts_allocations.h"

int main(void) {
  (void)omp_get_max_threads();
  cts_watch_allocations();
  const int failed = threads_in_turn(2000);
  cts_value("sigsafe.first-touch-tls", "allocations in signal handlers", cts_handler_allocations(),
            0);
  return failed;
}
