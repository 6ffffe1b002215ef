// A copy from one place of a device to another one: both ends are on the device.
#include "../device.h"

int main(void) {
  int x = 8, y = 0, device = omp_get_default_device(), host = omp_get_initial_device();
  (void)separate_storage();
  int *p = (int *)omp_target_alloc(400, device), *q = (int *)omp_target_alloc(400, device);
  omp_target_memcpy(p, &x, sizeof x, 0, 0, device, host);
  cts_mark();
  const int failed = omp_target_memcpy(q, p, 400, 0, 0, device, device);
  cts_count_range("data-op.routines", 1, 2, "target_data_op_emi endpoint=begin");
  cts_count_range("data-op.bytes", 1, 2, "target_data_op_emi endpoint=begin bytes=400");
  cts_count("data-op.devices", 0, "target_data_op_emi src_device_num!=%d dest_device_num!=%d",
            device, device);
  omp_target_memcpy(&y, q, sizeof y, 0, 0, host, device);
  omp_target_free(p, device);
  omp_target_free(q, device);
  return failed || y != 8;
}
