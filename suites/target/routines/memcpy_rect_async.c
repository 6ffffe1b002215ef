// omp_target_memcpy_rect_async without dependences: done after taskwait.
// RULES: data-op.dest-known data-op.devices data-op.routines
#include "../device.h"

int main(void) {
  enum { rows = 6, columns = 10 };
  char here[rows][columns];
  int device = omp_get_default_device(), host = omp_get_initial_device();
  (void)separate_storage();
  char *there = (char *)omp_target_alloc(sizeof here, device);
  here[2][3] = 5;
  const size_t volume[] = {3, 4}, at[] = {1, 2}, whole[] = {rows, columns};
  int failed = omp_target_memcpy_rect_async(there, here, 1, 2, volume, at, at, whole, whole, device,
                                            host, 0, NULL);
#pragma omp taskwait
  cts_total_range("data-op.routines", 1, 100,
                  "target_data_op_emi endpoint=begin dest_device_num=%d src_device_num=%d/-1",
                  device, host);
  here[2][3] = 0;
  failed |= omp_target_memcpy_rect(here, there, 1, 2, volume, at, at, whole, whole, host, device);
  omp_target_free(there, device);
  return failed || here[2][3] != 5;
}
