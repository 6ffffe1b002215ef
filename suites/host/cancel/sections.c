// A section cancels its construct: the event has the sections bit.
// RULES: cancel.activated cancel.construct-bit cancel.task-data
// ENV: OMP_CANCELLATION=true
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    int mine = 0;
    cts_mark();
#pragma omp sections
    {
#pragma omp section
      {
        mine = 1;
        cts_expect("cancel.activated", "cancel => flags&activated flags&sections task=current");
#pragma omp cancel sections
      }
#pragma omp section
      {
#pragma omp cancellation point sections
      }
    }
    cts_count("cancel.activated", mine, "cancel flags&activated flags&sections");
    cts_count("cancel.construct-bit", 0, "cancel flags&loop");
  }
  cts_total("cancel.activated", 1, "cancel flags&activated");
}
