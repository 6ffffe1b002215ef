// Every device runs a region: its number is in the events, and it is initialized once.
// RULES: target.device-num device-init.once device-load.before-use submit.count
// ENV: OMPT_CTS_SIMULATED_DEVICES=2
#include "../device.h"

int main(void) {
  const int devices = omp_get_num_devices();
  int sum = 0;
  for (int round = 0; round < 2; round++)
    for (int device = 0; device < devices; device++) {
      cts_expect("target.device-num", "target_emi endpoint=begin => device_num=%d", device);
#pragma omp target device(device) map(tofrom : sum)
      sum++;
      cts_mark();
    }
  for (int device = 0; device < devices; device++)
    cts_total("device-init.once", 1, "device_initialize device_num=%d", device);
  cts_total_range("submit.count", 2 * devices, 4 * devices, "target_submit_emi endpoint=begin");
  return sum != 2 * devices;
}
