// Data that a program associates with memory of its own is used by a region: no allocation, and no
// copy without always.
// RULES: data-op.pairing data-op.bytes submit.count codeptr.in-function
#include "../device.h"

int main(void) {
  int a[28], x = 0, device = omp_get_default_device(), host = omp_get_initial_device();
  (void)separate_storage();
  int *there = (int *)omp_target_alloc(sizeof a, device);
  a[1] = 4;
  cts_mark();
  omp_target_memcpy(there, a, sizeof a, 0, 0, device, host);
  const int failed = omp_target_associate_ptr(a, there, sizeof a, 0, device);
  cts_count("codeptr.in-function", 0, "target_data_op_emi codeptr_ra@function!=main");
  cts_mark();
#pragma omp target map(tofrom : a) map(from : x)
  x = a[1];
  cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " ONLY_TO_DEVICE " bytes>=%zu",
            sizeof a);
  cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " ONLY_FROM_DEVICE " bytes>=%zu",
            sizeof a);
  cts_count("submit.count", 1, "target_submit_emi endpoint=begin");
  cts_mark();
  omp_target_disassociate_ptr(a, device);
  cts_count("codeptr.in-function", 0, "target_data_op_emi codeptr_ra@function!=main");
  omp_target_free(there, device);
  return failed || x != 4;
}
