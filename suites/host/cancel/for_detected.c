// The thread that did not cancel the loop stays in its iteration until it notices.
// RULES: cancel.detected cancel.activated cancel.construct-bit
// ENV: OMP_CANCELLATION=true
#include "cts.h"
#include <sched.h>

int main(void) {
#pragma omp parallel num_threads(2)
  {
    int waits = 0;
    cts_mark();
    if (omp_get_num_threads() == 2) {
#pragma omp for schedule(static, 1)
      for (int i = 0; i < 2; i++) {
        if (i == 0) {
          cts_expect("cancel.activated", "cancel => flags&activated flags&loop");
#pragma omp cancel for
        } else {
          waits = 1;
          cts_expect("cancel.detected", "cancel => flags&detected flags!&activated");
          for (;;) {
#pragma omp cancellation point for
            sched_yield();
          }
        }
      }
      cts_count_range("cancel.detected", waits, 2, "cancel flags&detected");
      cts_count("cancel.activated", !waits, "cancel flags&activated");
    }
  }
}
