// A barrier with more threads than processors: all begin before anyone ends.
// RULES: barrier.global-sync barrier.explicit-every-member sync.pair
#include "cts.h"

int main(void) {
  int wanted = 2 * omp_get_num_procs() + 2, arrived = 0;
  if (wanted > 24)
    wanted = 24;
#pragma omp parallel num_threads(wanted)
  {
    int seen;
    for (int round = 1; round <= 3; round++) {
      cts_increment(&arrived);
#pragma omp barrier
#pragma omp atomic read
      seen = arrived;
      cts_value("barrier.global-sync", "arrived", seen >= round * omp_get_num_threads(), 1);
    }
  }
}
