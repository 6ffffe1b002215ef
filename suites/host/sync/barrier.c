// Explicit barriers: every member reports begin and end of each, of kind barrier_explicit.
// RULES: barrier.explicit-kind barrier.explicit-every-member sync.pair sync.wait-inside
// RULES: sync.wait-pair
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(4)
  {
    int several = omp_get_num_threads() > 1;
    cts_mark();
#pragma omp barrier
    cts_after("barrier");
#pragma omp barrier
    cts_after("barrier");
    cts_count_range("barrier.explicit-every-member", 2 * several, 100,
                    "sync_region endpoint=begin kind=barrier_explicit/barrier");
    cts_count_range("barrier.explicit-every-member", 2 * several, 100,
                    "sync_region endpoint=end kind=barrier_explicit/barrier");
    cts_count_range("barrier.explicit-kind", 0, 2,
                    "sync_region endpoint=begin kind=barrier_explicit");
  }
}
