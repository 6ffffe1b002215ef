// A pause that begins inside a target data region, and ends inside another one.
// RULES: trace.paused-silent trace.pause-idempotent
#include "traced.h"

int main(void) {
  int device = omp_get_default_device(), wrong = kernel(device), x[8] = {0};
#pragma omp target data device(device) map(tofrom : x)
  {
    wrong |= kernel(device);
    pause_tracing();
    wrong |= kernel(device);
  }
#pragma omp target data device(device) map(tofrom : x)
  {
    wrong |= kernel(device);
    resume_tracing();
    wrong |= kernel(device);
  }
  return wrong;
}
