// Associating two pointers is no operation that lasts: it is reported once, with the end point
// beginend.
// REQUIRES: offload
#include "cts.h"

int main(void) {
  int a[32], device = omp_get_default_device(), wrong;
  int *remote = (int *)omp_target_alloc(sizeof a, device);
  cts_mark();
  wrong = omp_target_associate_ptr(a, remote, sizeof a, 0, device);
  wrong |= omp_target_disassociate_ptr(a, device);
  cts_count("data-op.pairing", 1, "target_data_op_emi optype=associate endpoint=beginend");
  cts_count("data-op.pairing", 1, "target_data_op_emi optype=disassociate endpoint=beginend");
  omp_target_free(remote, device);
  return wrong;
}
