// SHOWS: data-op.pairing
// MAY SHOW: data-op.addresses data-op.routine-tasks
// FLAGS: --offload
#include "cts.h"

int main(void) {
  int a[4];
  void *there = omp_target_alloc(sizeof a, 0);
  cts_total("data-op.pairing", 1, "target_data_op_emi optype=associate endpoint=beginend");
  omp_target_associate_ptr(a, there, sizeof a, 0, 0);
  omp_target_disassociate_ptr(a, 0);
  omp_target_free(there, 0);
  return 0;
}
