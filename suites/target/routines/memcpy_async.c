// omp_target_memcpy_async, with and without a dependence: the event of the copy has its size and
// addresses.
// RULES: data-op.bytes data-op.routines
#include "../device.h"

int main(void) {
  int a[25], device = omp_get_default_device(), host = omp_get_initial_device(), failed = 0;
  (void)separate_storage();
  a[24] = 1;
  void *there = omp_target_alloc(sizeof a, device);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_depend_t after;
#pragma omp depobj(after) depend(inout : a)
    failed |= omp_target_memcpy_async(there, a, sizeof a, 0, 0, device, host, 1, &after);
#pragma omp task depend(inout : a)
    a[24] = 0;
    failed |= omp_target_memcpy_async(a, there, sizeof a, 0, 0, host, device, 1, &after);
#pragma omp taskwait
#pragma omp depobj(after) destroy
  }
  cts_total("data-op.bytes", 1,
            "target_data_op_emi endpoint=begin " TO_DEVICE " bytes=%zu src_addr=%p dest_addr=%p",
            sizeof a, (void *)a, there);
  cts_total("data-op.bytes", 1,
            "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes=%zu src_addr=%p dest_addr=%p",
            sizeof a, there, (void *)a);
  omp_target_free(there, device);
  return failed || a[24] != 1;
}
