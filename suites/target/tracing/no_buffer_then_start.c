// After a request that got no buffer the trace is started again.
// RULES: buffer-request.zero trace.start-result
// ENV: OMPT_CTS_TRACE_BUFFERS=512*1
#include "traced.h"

int main(void) {
  int device = omp_get_default_device(), wrong = 0;
  for (int i = 0; i < 10; i++)
    wrong |= kernel(device);
  end_tracing();
  resume_tracing();
  return wrong | kernel(device);
}
