// Buffers that hold a few records: many of them, each given back once.
// RULES: buffer-complete.owned-once buffer-complete.own-buffer buffer-complete.returned
// RULES: cursor.advance device-finalize.flushes
// ENV: OMPT_CTS_TRACE_BUFFERS=512
#include "traced.h"

int main(void) {
  int wrong = 0;
  for (int i = 0; i < 20; i++)
    wrong |= kernel(omp_get_default_device());
  return wrong;
}
