// The barrier that closes a region, on the encountering thread: kind implicit (5.0) or implicit
// parallel (5.1 and later), within its implicit task.
// RULES: barrier.implicit-parallel-kind sync.pair barrier.begin-inside-implicit-task
// RULES: sync.barrier-end-null implicit-task-end.after-barrier-end barrier.closing-once
// RULES: sync.barrier-wait-null
#include "cts.h"

int main(void) {
  int several = 0;
  cts_mark();
#pragma omp parallel num_threads(3)
  {
    cts_body("parallel");
    if (omp_get_thread_num() == 0)
      several = omp_get_num_threads() > 1;
  }
  cts_after("parallel");
  cts_count_range(
      "barrier.implicit-parallel-kind", several, 100,
      "sync_region endpoint=begin kind=barrier_implicit_parallel/barrier_implicit/barrier");
  cts_count_range("sync.barrier-end-null", several, 100,
                  "sync_region endpoint=end parallel=null "
                  "kind=barrier_implicit_parallel/barrier_implicit/barrier");
}
