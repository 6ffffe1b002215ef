// Sections without nowait end with a barrier of every member.
// RULES: barrier.implicit-workshare-kind sync.pair
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    int several = omp_get_num_threads() > 1, mine = 0;
    cts_mark();
#pragma omp sections
    {
#pragma omp section
      mine++;
#pragma omp section
      mine++;
    }
    cts_count_range(
        "barrier.implicit-workshare-kind", several, 100,
        "sync_region endpoint=end kind=barrier_implicit_workshare/barrier_implicit/barrier");
    cts_count("barrier.implicit-workshare-kind", 0,
              "sync_region kind=barrier_explicit/barrier_implicit_parallel");
    (void)mine;
  }
}
