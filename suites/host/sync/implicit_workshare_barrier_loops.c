// Loops without nowait end with the same kind of barrier, whatever their schedule.
// RULES: barrier.implicit-workshare-kind sync.pair work.end-before-barrier
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    int several = omp_get_num_threads() > 1;
    cts_mark();
#pragma omp for schedule(static)
    for (int i = 0; i < 8; i++)
      cts_body("serial");
    cts_count_range(
        "barrier.implicit-workshare-kind", several, 100,
        "sync_region endpoint=end kind=barrier_implicit_workshare/barrier_implicit/barrier");
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 8; i++)
      cts_body("loop");
    cts_count_range(
        "barrier.implicit-workshare-kind", 2 * several, 100,
        "sync_region endpoint=end kind=barrier_implicit_workshare/barrier_implicit/barrier");
    cts_count("barrier.implicit-workshare-kind", 0,
              "sync_region kind=barrier_explicit/barrier_implicit_parallel");
  }
}
