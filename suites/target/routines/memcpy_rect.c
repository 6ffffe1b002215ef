// A rectangle of a matrix is copied: as one operation, or as several that make it up.
// RULES: data-op.dest-known data-op.routines data-op.devices
#include "../device.h"

int main(void) {
  enum { rows = 6, columns = 10 };
  char here[rows][columns];
  int device = omp_get_default_device(), host = omp_get_initial_device();
  (void)separate_storage();
  char *there = (char *)omp_target_alloc(sizeof here, device);
  here[2][3] = 5;
  const size_t volume[] = {3, 4}, at[] = {1, 2}, whole[] = {rows, columns};
  cts_mark();
  const int failed =
      omp_target_memcpy_rect(there, here, 1, 2, volume, at, at, whole, whole, device, host);
  cts_count_range("data-op.routines", 1, 100, "target_data_op_emi endpoint=begin");
  cts_count("data-op.devices", 0, "target_data_op_emi src_device_num!=%d/-1", host);
  here[2][3] = 0;
  omp_target_memcpy_rect(here, there, 1, 2, volume, at, at, whole, whole, host, device);
  omp_target_free(there, device);
  return failed || here[2][3] != 5;
}
