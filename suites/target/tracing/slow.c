// A device that takes its time, and one that does everything at once (where it is simulated).
// RULES: record.times trace.flush-delivers record.host-op-id
// RUN: %cts-compile --offload %s -o %t
// RUN: env OMPT_CTS_SIMULATED_DELAY=2000 %cts-record %t.slow %t && %cts-validate %t.slow
// RUN: env OMPT_CTS_SIMULATED_MODE=sync %cts-record %t.sync %t && %cts-validate %t.sync
#include "traced.h"

int main(void) {
  int device = omp_get_default_device(), wrong = everything(device);
  flush_tracing();
  return wrong | everything(device);
}
