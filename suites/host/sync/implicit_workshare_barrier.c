// single without nowait ends with a barrier of every member.
// RULES: barrier.implicit-workshare-kind sync.pair barrier.global-sync
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  {
    int several = omp_get_num_threads() > 1;
    cts_mark();
#pragma omp single
    cts_body("single");
    cts_after("single");
    cts_count_range(
        "barrier.implicit-workshare-kind", several, 100,
        "sync_region endpoint=begin kind=barrier_implicit_workshare/barrier_implicit/barrier");
    cts_count("barrier.implicit-workshare-kind", 0,
              "sync_region kind=barrier_explicit/barrier_implicit_parallel");
  }
}
