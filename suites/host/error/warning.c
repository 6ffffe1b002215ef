// error at(execution) with severity warning: the callback has that severity and the message.
// REQUIRES: error_directive
#include "cts.h"

int main(void) {
  cts_mark();
  cts_expect("error.severity", "error => severity=warning");
  cts_expect("error.message", "error => length=9/10"); /* with or without the closing zero */
#pragma omp error at(execution) severity(warning) message("attention")
  cts_count("error.event", 1, "error");
}
