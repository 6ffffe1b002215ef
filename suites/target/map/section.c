// A section of an array: as many bytes as it has go to the device and come back, and no more.
// RULES: data-op.bytes data-op.optype map.event
#include "../device.h"

int main(void) {
  int a[100], own = separate_storage();
  for (int i = 0; i < 100; i++)
    a[i] = i;
  cts_mark();
#pragma omp target map(tofrom : a[10 : 20])
  a[10] = -1;
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " TO_DEVICE " bytes>=%zu", 20 * sizeof a[0]);
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes>=%zu", 20 * sizeof a[0]);
  cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " ONLY_TO_DEVICE " bytes>=%zu",
            sizeof a);
  cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " ONLY_FROM_DEVICE " bytes>=%zu",
            sizeof a);
  return a[10] != -1 || a[9] != 9;
}
