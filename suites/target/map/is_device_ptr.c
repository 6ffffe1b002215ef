// Memory of omp_target_alloc in a target region: the region moves none of it.
// RULES: data-op.bytes data-op.routines submit.count
#include "../device.h"

int main(void) {
  int device = omp_get_default_device(), host = omp_get_initial_device(), x = 0;
  (void)separate_storage();
  int *there = (int *)omp_target_alloc(100 * sizeof *there, device);
  cts_mark();
#pragma omp target is_device_ptr(there)
  there[9] = 6;
  cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " ONLY_TO_DEVICE " bytes>=%zu",
            100 * sizeof *there);
  cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " ONLY_FROM_DEVICE " bytes>=%zu",
            100 * sizeof *there);
  cts_count("submit.count", 1, "target_submit_emi endpoint=begin");
  omp_target_memcpy(&x, there, sizeof x, 0, 9 * sizeof *there, host, device);
  omp_target_free(there, device);
  return x != 6;
}
