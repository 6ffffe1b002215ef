// Each thread that meets the directive dispatches the event, once for each time.
// RULES: error.event error.severity error.message
// REQUIRES: error_directive
#include "cts.h"

int main(void) {
  int threads = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0)
      threads = omp_get_num_threads();
    cts_mark();
    for (int i = 0; i < 3; i++) {
      cts_expect("error.message", "error => length=5/6 message=again");
#pragma omp error at(execution) severity(warning) message("again")
    }
    cts_count("error.event", 3, "error severity=warning");
  }
  cts_total("error.event", 3 * threads, "error severity=warning");
}
