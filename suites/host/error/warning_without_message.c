// The event comes without a message clause as well.
// REQUIRES: error_directive
#include "cts.h"

int main(void) {
  cts_mark();
  cts_expect("error.severity", "error => severity=warning");
#pragma omp error at(execution) severity(warning)
  cts_count("error.event", 1, "error");
}
