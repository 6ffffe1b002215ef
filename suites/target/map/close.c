// The modifier close says where storage should be, and changes nothing of what is reported.
// RULES: data-op.bytes data-op.optype
#include "../device.h"

int main(void) {
  int a[120], own = separate_storage();
  a[0] = 1;
  cts_mark();
#pragma omp target map(close, tofrom : a)
  a[0] = 2;
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " TO_DEVICE " bytes>=%zu", sizeof a);
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes>=%zu", sizeof a);
  return a[0] != 2;
}
