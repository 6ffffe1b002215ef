// Flushes in the middle deliver the records made before.
// RULES: trace.flush-delivers
#include "traced.h"

int main(void) {
  int device = omp_get_default_device(), wrong = everything(device);
  flush_tracing();
  flush_tracing(); /* of nothing */
  wrong |= everything(device);
  flush_tracing();
  return wrong;
}
