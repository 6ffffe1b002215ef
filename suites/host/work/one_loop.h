// A worksharing loop of COUNT iterations with the schedule SCHEDULE in a team of THREADS.
#pragma once

#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(THREADS)
  {
    cts_expect("loop.count", "work endpoint=begin => count=%d", COUNT);
    cts_mark();
#pragma omp for schedule(SCHEDULE)
    for (int i = 0; i < COUNT; i++)
      cts_body("loop");
    cts_after("loop");
    cts_count("work.every-team-member", 1, "work endpoint=begin");
    cts_count("work.pair", 1, "work endpoint=end");
  }
}
