// A thread that leaves a cancelled static loop still reports the end of its work region.
// REQUIRES: visible_static_loop
// ENV: OMP_CANCELLATION=true
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_mark();
#pragma omp for schedule(static)
    for (int i = 0; i < 50; i++) {
      if (i == 1) {
#pragma omp cancel for
      }
#pragma omp cancellation point for
    }
    cts_after("loop");
    cts_count("cancel.no-events-after", 1, "work endpoint=begin");
    cts_count("work.pair", 1, "work endpoint=end");
  }
}
