// A pause between two regions: what is in it leaves no record, what is around it does.
// RULES: trace.paused-silent trace.pause-idempotent device-finalize.flushes
#include "traced.h"

int main(void) {
  int device = omp_get_default_device(), wrong = everything(device);
  pause_tracing();
  pause_tracing();
  wrong |= everything(device);
  resume_tracing();
  resume_tracing();
  return wrong | everything(device);
}
