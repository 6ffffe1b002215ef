// SHOWS: barrier.explicit-every-member
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_mark();
#pragma omp barrier
    cts_count("barrier.explicit-every-member", 1, "sync_region kind=barrier_explicit/barrier endpoint=begin");
  }
}
