// The program's code for a device is loaded before it runs there, and unloaded, if at all, as what
// was loaded.
// RULES: device-load.before-use device-load.args device-load.image device-load.module-id
// RULES: device-unload.pair
// REQUIRES: offload
#include "cts.h"

int main(void) {
  int x = 0;
#pragma omp target map(tofrom : x)
  x = 1;
  cts_total_range("device-load.before-use", 1, 1000, "device_load device_num=%d",
                  omp_get_default_device());
  return x != 1;
}
