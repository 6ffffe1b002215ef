// The trace is stopped and started again: a region in between leaves no record.
// RULES: trace.stop-flushes trace.start-result
#include "traced.h"

int main(void) {
  int device = omp_get_default_device(), wrong = everything(device);
  end_tracing();
  wrong |= everything(device);
  resume_tracing();
  wrong |= everything(device);
  end_tracing();
  return wrong;
}
