// Inside a device construct the inquiry about it gives its device and identifier; outside there is
// nothing to tell.
// RULES: target-info.inside target-info.outside
// REQUIRES: offload
// RECORD: --probes=full
#include "cts.h"

int main(void) {
  int x = 0;
  cts_after("serial");
#pragma omp target map(tofrom : x)
  x = 1;
  cts_after("target");
  return x != 1;
}
