// A directive that is not executed gives nothing.
// REQUIRES: error_directive
#include "cts.h"

int main(void) {
  volatile int never = 0;
  cts_mark();
  if (never) {
#pragma omp error at(execution) severity(warning) message("never")
  }
  cts_count("error.event", 0, "error");
}
