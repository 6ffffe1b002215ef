// An array without a clause is mapped both ways.
// RULES: data-op.bytes map.event target.pair
#include "../device.h"

int main(void) {
  int a[256], own = separate_storage();
  a[1] = 1;
  cts_mark();
#pragma omp target
  a[1]++;
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " TO_DEVICE " bytes>=%zu", sizeof a);
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes>=%zu", sizeof a);
  cts_count("target.pair", 1, "target_emi kind=target endpoint=begin");
  return a[1] != 2;
}
