// Memory of the initial device from the device memory routines: it is memory like any other.
// RULES: data-op.routines data-op.devices
#include "../device.h"

int main(void) {
  int host = omp_get_initial_device();
  (void)separate_storage();
  cts_mark();
  int *p = (int *)omp_target_alloc(64, host), *q = (int *)omp_target_alloc(64, host);
  p[15] = 3;
  const int failed = omp_target_memcpy(q, p, 64, 0, 0, host, host);
  const int got = q[15];
  omp_target_free(p, host);
  omp_target_free(q, host);
  cts_count("data-op.devices", 0, "target_data_op_emi src_device_num!=%d/-1 dest_device_num!=%d/-1",
            host, host);
  return failed || got != 3;
}
