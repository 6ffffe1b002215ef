// Fifty explicit barriers: each member begins and ends every one of them.
// RULES: barrier.explicit-every-member sync.pair
#include "cts.h"

enum { barriers = 50 };

int main(void) {
#pragma omp parallel num_threads(3)
  {
    cts_mark();
    for (int i = 0; i < barriers; i++) {
#pragma omp barrier
    }
    if (omp_get_num_threads() > 1) { /* a team of one may skip it */
      cts_count("barrier.explicit-every-member", barriers,
                "sync_region kind=barrier_explicit/barrier endpoint=begin");
      cts_count("barrier.explicit-every-member", barriers,
                "sync_region kind=barrier_explicit/barrier endpoint=end");
    }
  }
}
