// Barriers of inner teams bind to the inner team and its tasks.
// RULES: barrier.explicit-every-member sync.task-data barrier.global-sync
#include "cts.h"

int main(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(2)
    {
      int several = omp_get_num_threads() > 1;
      if (several)
        cts_expect("sync.task-data", "sync_region kind=barrier_explicit => task=current");
      cts_mark();
#pragma omp barrier
      cts_after("barrier");
      cts_count_range("barrier.explicit-every-member", several, 100,
                      "sync_region endpoint=end kind=barrier_explicit/barrier");
    }
    cts_after("parallel");
#pragma omp barrier
  }
}
