// From 6.0 on each device memory routine generates a target task, in which it does what it does,
// and those that only give information generate none.
#include "device.h"

#pragma weak omp_target_is_accessible

#define TASKS(number, call)                                                                        \
  do {                                                                                             \
    cts_mark();                                                                                    \
    call;                                                                                          \
    cts_count("data-op.routine-tasks", number, "task_create flags&target");                        \
  } while (0)

int main(void) {
  char block[64] = {0};
  void *remote;
  int device = omp_get_default_device(), host = omp_get_initial_device();
  const size_t volume[] = {2, 4}, at[] = {0, 0}, whole[] = {8, 8};
  cts_body("serial");
  TASKS(1, remote = omp_target_alloc(sizeof block, device));
  TASKS(1, omp_target_memcpy(remote, block, sizeof block, 0, 0, device, host));
  TASKS(1, omp_target_memcpy_rect(remote, block, 1, 2, volume, at, at, whole, whole, device, host));
  if (omp_target_memset)
    TASKS(1, omp_target_memset(remote, 7, sizeof block, device));
  TASKS(1, omp_target_associate_ptr(block, remote, sizeof block, 0, device));
  TASKS(0, omp_target_is_present(block, device));
  TASKS(0, mapped_address(block, device));
  if (omp_target_is_accessible)
    TASKS(0, omp_target_is_accessible(block, sizeof block, device));
  TASKS(1, omp_target_disassociate_ptr(block, device));
  TASKS(1, omp_target_free(remote, device));
}
