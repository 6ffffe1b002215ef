// A pause between two regions: a region inside it leaves no record, regions around it do.
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
