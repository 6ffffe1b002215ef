// A barrier that is executed several times: every member reports each of them.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_mark();
    for (int i = 0; i < 3; i++) {
#pragma omp barrier
    }
    if (omp_get_num_threads() > 1) { /* a team of one may skip it */
      cts_count("barrier.explicit-every-member", 3,
                "sync_region kind=barrier_explicit/barrier endpoint=begin");
      cts_count("barrier.explicit-every-member", 3,
                "sync_region kind=barrier_explicit/barrier endpoint=end");
    }
  }
}
