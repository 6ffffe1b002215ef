// One iteration cancels the loop: the event has the loop bit, nothing else is cancelled.
// RULES: cancel.activated cancel.construct-bit cancel.task-data
// ENV: OMP_CANCELLATION=true
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(3)
  {
    int mine = 0;
    cts_mark();
#pragma omp for schedule(dynamic, 1)
    for (int i = 0; i < 100; i++) {
      if (i == 2) {
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
