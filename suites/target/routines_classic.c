// The same routines seen by the classic callbacks: one operation for each call, reported before the
// call returns, with its size, devices and addresses.
// RECORD: --target=classic
#include "device.h"

/* The events of a copy: one operation, of all bytes, from and to the right places. */
#define COPIED(direction, from, from_device, to, to_device)                                        \
  cts_count("data-op.routines", 1, "target_data_op");                                              \
  cts_count("data-op.bytes", 1, "target_data_op " direction " bytes=512 src_addr=%p dest_addr=%p", \
            (void *)from, (void *)to);                                                             \
  cts_count("data-op.devices", 1,                                                                  \
            "target_data_op " direction " src_device_num=%d dest_device_num=%d", from_device,      \
            to_device)

int main(void) {
  char block[512];
  int device = omp_get_default_device(), host = omp_get_initial_device();
  block[0] = 1;
  cts_mark();
  void *remote = omp_target_alloc(sizeof block, device);
  cts_count("data-op.routines", 1, "target_data_op");
  cts_count("data-op.bytes", 1, "target_data_op " ALLOC " bytes>=512");
  cts_mark();
  omp_target_memcpy(remote, block, sizeof block, 0, 0, device, host);
  COPIED(TO_DEVICE, block, host, remote, device);
  cts_mark();
  omp_target_memcpy(block, remote, sizeof block, 0, 0, host, device);
  COPIED(FROM_DEVICE, remote, device, block, host);
  cts_mark();
  omp_target_free(remote, device);
  cts_count("data-op.routines", 1, "target_data_op");
  cts_count("data-op.routines", 1, "target_data_op " DELETE);
  return remote == NULL || block[0] != 1;
}
