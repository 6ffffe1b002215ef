// Threads that offload first all at once: the device is initialized once, and before any of their
// regions.
// RULES: device-init.once device-init.before-construct device-load.before-use
#include "../device.h"

int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
  {
    int x = 0;
#pragma omp barrier
#pragma omp target map(tofrom : x)
    x = 1;
    sum += x;
    cts_mark();
  }
  cts_total("device-init.once", 1, "device_initialize device_num=%d", omp_get_default_device());
  return sum < 1;
}
