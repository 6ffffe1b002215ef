// A masked region in each of two inner teams, repeatedly: one pair for each, by its primary thread.
// RULES: masked.pair masked.task-data
// REQUIRES: visible_master
#include "cts.h"

enum { rounds = 10 };

int main(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  for (int round = 0; round < rounds; round++) {
#pragma omp parallel num_threads(2)
    {
#pragma omp master
      cts_body("masked");
    }
  }
  cts_total("masked.pair", 2 * rounds, "masked endpoint=begin");
  cts_total("masked.pair", 2 * rounds, "masked endpoint=end");
}
