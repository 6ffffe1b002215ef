// A barrier in a team of one may be silent; what is reported is paired.
// RULES: sync.pair barrier.explicit-every-member
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(1)
  {
    cts_mark();
#pragma omp barrier
    cts_after("barrier");
    cts_count_range("barrier.explicit-every-member", 0, 1,
                    "sync_region endpoint=begin kind=barrier_explicit");
    cts_count_range("barrier.explicit-every-member", 0, 1,
                    "sync_region endpoint=end kind=barrier_explicit");
  }
}
