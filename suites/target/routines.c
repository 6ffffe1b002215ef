// Device memory routines: an allocation, two copies and a deletion with their sizes, devices and
// addresses, in no target construct.
// RULES: data-op.routines data-op.bytes data-op.devices data-op.dest-known
#include "device.h"

int main(void) {
  char block[512];
  int device = omp_get_default_device(), host = omp_get_initial_device();
  block[0] = 1;
  cts_mark();
  cts_expect("data-op.bytes", "target_data_op_emi " ALLOC " endpoint=begin => bytes>=512");
  char *remote = (char *)omp_target_alloc(sizeof block, device);
  cts_expect("data-op.bytes",
             "target_data_op_emi " TO_DEVICE
             " endpoint=begin => bytes=512 src_addr=%p dest_addr=%p",
             (void *)block, (void *)remote);
  cts_expect("data-op.devices",
             "target_data_op_emi " TO_DEVICE
             " endpoint=begin => src_device_num=%d dest_device_num=%d",
             host, device);
  omp_target_memcpy(remote, block, sizeof block, 0, 0, device, host);
  cts_expect("data-op.bytes",
             "target_data_op_emi " FROM_DEVICE
             " endpoint=begin => bytes=512 src_addr=%p dest_addr=%p",
             (void *)remote, (void *)block);
  cts_expect("data-op.devices",
             "target_data_op_emi " FROM_DEVICE
             " endpoint=begin => src_device_num=%d dest_device_num=%d",
             device, host);
  omp_target_memcpy(block, remote, sizeof block, 0, 0, host, device);
  omp_target_free(remote, device);
  cts_count("data-op.routines", 1, "target_data_op_emi " ALLOC " endpoint=begin");
  cts_count("data-op.routines", 2,
            "target_data_op_emi optype!=alloc/alloc_async/delete/delete_async endpoint=begin");
  cts_count("data-op.routines", 1, "target_data_op_emi " DELETE " endpoint=begin");
  cts_count("data-op.routines", 0, "target_emi");
  for (int i = 0; i < 3; i++) {
    cts_mark();
    void *another = omp_target_alloc(64, device);
    cts_count("data-op.routines", 0, "target_data_op_emi " ALLOC " endpoint=end dest_addr!=%p",
              another);
    omp_target_free(another, device);
  }
  return remote == NULL || block[0] != 1;
}
