// Iteration STOP of COUNT cancels a loop with the schedule SCHEDULE: the event has the loop bit, and
// nothing else is cancelled.
// ENV: OMP_CANCELLATION=true
#pragma once

#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  {
    int mine = 0;
    cts_mark();
#pragma omp for schedule(SCHEDULE)
    for (int i = 0; i < COUNT; i++) {
      if (i == STOP) {
        mine = 1;
        cts_expect("cancel.activated", "cancel => flags&activated flags&loop task=current");
#pragma omp cancel for
      }
#pragma omp cancellation point for
    }
    cts_count("cancel.activated", mine, "cancel flags&activated flags&loop");
    cts_count("cancel.construct-bit", 0, "cancel flags&parallel");
  }
  cts_total("cancel.activated", 1, "cancel flags&activated");
}
