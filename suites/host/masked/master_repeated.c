// master in a loop of the program: a pair of events each time round.
// REQUIRES: visible_master
#include "cts.h"

int main(void) {
  int rounds = 0;
#pragma omp parallel num_threads(2)
  for (int i = 0; i < 6; i++) {
#pragma omp master
    rounds++;
  }
  cts_total("master.primary-only", rounds, "masked endpoint=begin");
  cts_total("masked.pair", rounds, "masked endpoint=end");
}
