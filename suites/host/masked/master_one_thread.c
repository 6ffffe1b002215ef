// master in a team of one and outside any region: the only thread is the primary one.
// REQUIRES: visible_master
#include "cts.h"

int main(void) {
  cts_mark();
#pragma omp parallel num_threads(1)
  {
#pragma omp master
    cts_body("masked");
  }
  cts_count("master.primary-only", 1, "masked endpoint=begin");
  cts_count("masked.pair", 1, "masked endpoint=end");
#pragma omp master
  cts_body("masked");
  cts_count("master.primary-only", 2, "masked endpoint=begin");
  cts_count("masked.pair", 2, "masked endpoint=end");
}
