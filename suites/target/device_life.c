// A device from its first use to the end of the program: it is announced once, before anything is
// offloaded to it, and its end comes once, after the last use and before that of the tool.
// RULES: device-init.once device-init.before-construct
// RULES: device-finalize.after-init device-finalize.no-offload-after
// REQUIRES: offload
#include "cts.h"

int main(void) {
  int x = 0;
  for (int i = 0; i < 2; i++) {
#pragma omp target map(tofrom : x)
    x++;
  }
  cts_total("device-init.once", 1, "device_initialize device_num=%d", omp_get_default_device());
  return x != 2;
}
