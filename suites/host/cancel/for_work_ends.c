// A thread that leaves a cancelled loop still reports the end of its work region.
// RULES: cancel.no-events-after work.pair work.end-after-body
// ENV: OMP_CANCELLATION=true
#include "cts.h"

#ifndef SCHEDULE
#define SCHEDULE dynamic, 1
#endif

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_mark();
#pragma omp for schedule(SCHEDULE)
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
