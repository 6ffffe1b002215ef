// An ordered loop of COUNT iterations with the schedule SCHEDULE: acquire, acquired and released in
// each iteration.
#pragma once

#include "cts.h"

int main(void) {
  int order = 0;
#pragma omp parallel num_threads(3)
  {
    int mine = 0;
    cts_mark();
#pragma omp for ordered schedule(SCHEDULE)
    for (int i = 0; i < COUNT; i++) {
#pragma omp ordered
      {
        cts_body("ordered");
        cts_value("ordered.iteration-order", "position", order, i);
        order++;
        mine++;
      }
    }
    cts_after("loop");
    cts_count("ordered.sequence", mine, "mutex_acquire kind=ordered/lock");
    cts_count("ordered.sequence", mine, "mutex_acquired kind=ordered/lock");
    cts_count("ordered.sequence", mine, "mutex_released kind=ordered/lock");
  }
}
