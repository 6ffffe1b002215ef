// A copy from one device to another: both are named.
// RULES: data-op.devices data-op.routines data-op.bytes
// ENV: OMPT_CTS_SIMULATED_DEVICES=2
#include "../device.h"

int main(void) {
  const int last = omp_get_num_devices() - 1, host = omp_get_initial_device();
  int x = 3, y = 0;
  int *from = (int *)omp_target_alloc(128, 0), *to = (int *)omp_target_alloc(128, last);
  omp_target_memcpy(from, &x, sizeof x, 0, 0, 0, host);
  cts_mark();
  const int failed = omp_target_memcpy(to, from, 128, 0, 0, last, 0);
  cts_count_range("data-op.routines", 1, 2,
                  "target_data_op_emi "
                  "endpoint=begin bytes=128");
  cts_count("data-op.devices", 0, "target_data_op_emi src_device_num!=0/%d/-1", host);
  omp_target_memcpy(&y, to, sizeof y, 0, 0, host, last);
  omp_target_free(from, 0);
  omp_target_free(to, last);
  return failed || y != 3;
}
