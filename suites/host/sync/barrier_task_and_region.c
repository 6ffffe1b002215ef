// A barrier's events name the encountering implicit task and the current region.
#include "cts.h"

int main(void) {
  cts_expect("sync.parallel-data", "parallel_begin => parallel=$region");
#pragma omp parallel num_threads(2)
  {
    if (omp_get_num_threads() > 1) {
      cts_expect("sync.task-data", "sync_region kind=barrier_explicit => task=current");
      cts_expect("sync.parallel-data", "sync_region kind=barrier_explicit => parallel=$region");
      cts_expect("sync.parallel-data",
                 "sync_region endpoint=end kind=barrier_explicit => parallel=$region");
    }
#pragma omp barrier
    cts_after("barrier");
  }
}
