// Cancelling a loop with a static schedule.
// ENV: OMP_CANCELLATION=true
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    int mine = 0;
    cts_mark();
#pragma omp for schedule(static)
    for (int i = 0; i < 40; i++) {
      if (i == 0) {
        mine = 1;
        cts_expect("cancel.activated", "cancel => flags&activated flags&loop");
#pragma omp cancel for
      }
#pragma omp cancellation point for
    }
    cts_count("cancel.activated", mine, "cancel flags&activated");
    cts_count("cancel.construct-bit", 0, "cancel flags&parallel");
  }
}
