// Threads offload to different devices at the same time.
// RULES: target.device-num target.pair device-init.once
// ENV: OMPT_CTS_SIMULATED_DEVICES=2
#include "../device.h"

int main(void) {
  const int devices = omp_get_num_devices() < 2 ? omp_get_num_devices() : 2;
  int wrong = 0;
#pragma omp parallel num_threads(2) reduction(+ : wrong)
  {
    const int device = omp_get_thread_num() % devices;
    for (int i = 0; i < 5; i++) {
      int x = i;
      cts_expect("target.device-num", "target_emi endpoint=begin => device_num=%d", device);
#pragma omp target device(device) map(tofrom : x)
      x++;
      wrong += x != i + 1;
    }
  }
  for (int device = 0; device < devices; device++)
    cts_total_range("device-init.once", 0, 1, "device_initialize device_num=%d", device);
  return wrong;
}
