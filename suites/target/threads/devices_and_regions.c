// Four threads and two devices: each thread has data of its own on one of them, and all use both.
// RULES: target.device-num data-op.pairing target.pair
// ENV: OMPT_CTS_SIMULATED_DEVICES=2
#include "../device.h"

int main(void) {
  const int devices = omp_get_num_devices() < 2 ? omp_get_num_devices() : 2;
  int wrong = 0;
#pragma omp parallel num_threads(4) reduction(+ : wrong)
  {
    const int mine = omp_get_thread_num() % devices;
    int a[50], b = 0;
    a[0] = 1;
#pragma omp target data device(mine) map(tofrom : a)
    {
      for (int device = 0; device < devices; device++) {
#pragma omp target device(device) map(tofrom : b)
        b += 1;
      }
#pragma omp target device(mine)
      a[0] += 5;
    }
    wrong += a[0] != 6 || b != devices;
  }
  cts_total("target.pair", 0, "target_emi device_num>%d", omp_get_num_devices());
  return wrong;
}
