// map(from:) moves the array back and not to the device.
#include "device.h"

int main(void) {
  int a[100], own = separate_storage();
  cts_mark();
#pragma omp target map(from : a)
  for (int i = 0; i < 100; i++)
    a[i] = i;
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes>=%zu", sizeof a);
  cts_count("data-op.optype", 0, "target_data_op_emi " ONLY_TO_DEVICE " bytes>=%zu", sizeof a);
  return a[99] != 99;
}
