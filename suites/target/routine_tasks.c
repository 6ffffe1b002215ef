// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From 6.0 on each device memory routine generates a target task; what it does lies in it.
// RULES: data-op.routine-tasks
// REQUIRES: offload
#include "device.h"

#define ONE_TASK(call)                                                                             \
  do {                                                                                             \
    cts_mark();                                                                                    \
    call;                                                                                          \
    cts_count("data-op.routine-tasks", 1, "task_create flags&target");                             \
  } while (0)

int main(void) {
  char block[64] = {0};
  void *remote;
  int device = omp_get_default_device(), host = omp_get_initial_device();
  cts_body("serial");
  ONE_TASK(remote = omp_target_alloc(sizeof block, device));
  ONE_TASK(omp_target_memcpy(remote, block, sizeof block, 0, 0, device, host));
  ONE_TASK(omp_target_associate_ptr(block, remote, sizeof block, 0, device));
  ONE_TASK(omp_target_disassociate_ptr(block, device));
  ONE_TASK(omp_target_free(remote, device));
}
