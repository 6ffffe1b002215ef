// target update in both directions: the kind, and as many bytes as the section has.
// RULES: target.kind data-op.bytes data-op.optype target.kind-in-enum
#include "device.h"

int main(void) {
  int a[100], own = separate_storage();
#pragma omp parallel num_threads(2) /* makes a thread that has no part in the rest */
  ;
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma omp target data map(to : a)
  {
    cts_mark();
    cts_expect("target.kind", "target_emi endpoint=begin => kind=update");
#pragma omp target update to(a)
    cts_count_range("data-op.bytes", own, 1,
                    "target_data_op_emi endpoint=begin " TO_DEVICE " bytes=%zu", sizeof a);
    cts_count("data-op.optype", 0, "target_data_op_emi " ONLY_FROM_DEVICE);
    cts_mark();
    cts_expect("target.kind", "target_emi endpoint=begin => kind=update");
#pragma omp target update from(a[20 : 10])
    cts_count_range("data-op.bytes", own, 1,
                    "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes=%zu",
                    10 * sizeof a[0]);
    cts_count("data-op.optype", 0, "target_data_op_emi " ONLY_TO_DEVICE);
  }
  return a[25] != 25;
}
