// The combined construct parallel masked.
// REQUIRES: visible_masked, parallel_masked
#include "cts.h"

int main(void) {
#pragma omp parallel masked num_threads(3)
  cts_body("masked");
  cts_after("parallel");
  cts_total("master.primary-only", 1, "masked endpoint=begin");
  cts_total("masked.pair", 1, "masked endpoint=end");
}
