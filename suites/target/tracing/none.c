// Nothing is traced: no buffer is asked for.
// ENV: OMPT_CTS_TRACED=none
#include "traced.h"

int main(void) {
  cts_total("trace.start-result", 0, "buffer_request");
  cts_total("trace.start-result", 0, "buffer_complete");
  return everything(omp_get_default_device());
}
