// A variable on two devices has a place on each, and each transfer names its own device.
// ENV: OMPT_CTS_SIMULATED_DEVICES=2
#include "../device.h"

int main(void) {
  int a[35];
  const int devices = omp_get_num_devices() < 2 ? omp_get_num_devices() : 2;
  a[0] = 0;
  for (int device = 0; device < devices; device++) {
#pragma omp target enter data map(to : a) device(device)
#pragma omp target map(alloc : a) device(device)
    a[0] = device + 1;
  }
  for (int device = 0; device < devices; device++) {
    cts_mark();
#pragma omp target exit data map(from : a) device(device)
    cts_count("data-op.devices", 0, "target_data_op_emi " ONLY_FROM_DEVICE " src_device_num!=%d",
              device);
    cts_value("data-op.bytes", "a[0]", a[0], device + 1);
  }
}
