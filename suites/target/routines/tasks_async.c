// From 6.0 on each asynchronous device memory routine generates one target task.
#include "../device.h"

#pragma weak omp_target_memcpy_async
#pragma weak omp_target_memcpy_rect_async

#define ONE_TASK(call)                                                                             \
  do {                                                                                             \
    cts_mark();                                                                                    \
    call;                                                                                          \
    cts_count("data-op.routine-tasks", 1, "task_create flags&target");                             \
  } while (0)

int main(void) {
  char block[64] = {0};
  int device = omp_get_default_device(), host = omp_get_initial_device();
  const size_t volume[] = {2, 4}, at[] = {0, 0}, whole[] = {8, 8};
  void *remote = omp_target_alloc(sizeof block, device);
  if (omp_target_memcpy_async)
    ONE_TASK(omp_target_memcpy_async(remote, block, sizeof block, 0, 0, device, host, 0, NULL));
#pragma omp taskwait
  if (omp_target_memcpy_rect_async)
    ONE_TASK(omp_target_memcpy_rect_async(remote, block, 1, 2, volume, at, at, whole, whole, device,
                                          host, 0, NULL));
#pragma omp taskwait
  if (omp_target_memset_async)
    ONE_TASK(omp_target_memset_async(remote, 7, sizeof block, device, 0, NULL));
#pragma omp taskwait
  omp_target_free(remote, device);
}
