// A device's description of itself at its initialization: type, documentation, handle, lookup function.
// RULES: device-init.type-string device-init.type-given device-init.documentation device-init.lookup
// RULES: device-init.device-handle
// REQUIRES: offload
#include "cts.h"

int main(void) {
  int x = 0;
#pragma omp target map(tofrom : x)
  x = 1;
  return x != 1;
}
