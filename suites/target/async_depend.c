// The task of an asynchronous copy has the dependences that its depend objects stand for.
// REQUIRES: depobj
#include "device.h"

int main(void) {
  char block[64] = {0};
  int ready = 0, device = omp_get_default_device(), host = omp_get_initial_device(), wrong = 0;
  void *remote = omp_target_alloc(sizeof block, device);
  omp_depend_t object;
#pragma omp depobj(object) depend(inout : ready)
#pragma omp parallel num_threads(2) shared(object)
#pragma omp single
  {
    cts_mark();
    cts_expect("dependences.routines", "dependences => ndeps=1 deps[0]=%p deps[1]=3",
               (void *)&ready);
    wrong = omp_target_memcpy_async(remote, block, sizeof block, 0, 0, device, host, 1, &object);
#pragma omp taskwait
    cts_count("dependences.routines", 1, "dependences");
    cts_mark();
    wrong |= omp_target_memcpy_async(block, remote, sizeof block, 0, 0, host, device, 0, NULL);
#pragma omp taskwait
    cts_count("dependences.routines", 0, "dependences");
  }
#pragma omp depobj(object) destroy
  omp_target_free(remote, device);
  return wrong;
}
