// Offsets of a copy belong to its addresses.
// RULES: data-op.bytes data-op.dest-known
#include "../device.h"

int main(void) {
  char block[100] = {0};
  int device = omp_get_default_device(), host = omp_get_initial_device();
  (void)separate_storage();
  char *there = (char *)omp_target_alloc(1000, device);
  block[30] = 1;
  cts_mark();
  omp_target_memcpy(there, block, 50, 200, 25, device, host);
  cts_count("data-op.bytes", 1,
            "target_data_op_emi endpoint=begin " TO_DEVICE " bytes=50 src_addr=%p dest_addr=%p",
            (void *)(block + 25), (void *)(there + 200));
  block[30] = 0;
  omp_target_memcpy(block, there, 50, 25, 200, host, device);
  omp_target_free(there, device);
  return block[30] != 1;
}
