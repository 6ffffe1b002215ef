// The tool gives no buffer at all, or only one: nothing is recorded from then on.
// RULES: buffer-request.zero
// RUN: %cts-compile --offload %s -o %t
// RUN: env OMPT_CTS_TRACE_BUFFERS=0 %cts-record %t.none %t && %cts-validate %t.none
// RUN: env OMPT_CTS_TRACE_BUFFERS=512*1 %cts-record %t.one %t && %cts-validate %t.one
#include "traced.h"

int main(void) {
  int wrong = 0;
  for (int i = 0; i < 10; i++)
    wrong |= everything(omp_get_default_device());
  return wrong;
}
