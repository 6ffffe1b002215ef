// Asynchronous copies one after the other, by depend objects of two sorts: the host's, the
// device's, and the host's again.
// RULES: data-op.routines dependences.routines
// REQUIRES: depobj
#include "../device.h"

int main(void) {
  int from[32], to[32] = {0}, done = 0, wrong = 0;
  const int device = omp_get_default_device(), host = omp_get_initial_device();
  int *const one = omp_target_alloc(sizeof from, device);
  int *const two = omp_target_alloc(sizeof from, device);
  omp_depend_t after, behind;
#pragma omp depobj(after) depend(inout : done)
#pragma omp depobj(behind) depend(in : done)
  from[31] = 8;
#pragma omp parallel num_threads(2) shared(after, behind)
#pragma omp single
  {
    wrong |= omp_target_memcpy_async(one, from, sizeof from, 0, 0, device, host, 1, &after);
    wrong |= omp_target_memcpy_async(two, one, sizeof from, 0, 0, device, device, 1, &after);
    wrong |= omp_target_memcpy_async(to, two, sizeof from, 0, 0, host, device, 1, &behind);
#pragma omp taskwait
    wrong |= to[31] != 8;
  }
#pragma omp depobj(after) destroy
#pragma omp depobj(behind) destroy
  omp_target_free(one, device);
  omp_target_free(two, device);
  return wrong;
}
