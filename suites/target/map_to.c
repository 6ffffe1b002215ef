// map(to:) moves the array to the device and not back.
#include "device.h"

int main(void) {
  int a[100], sum = 0, own = separate_storage();
  for (int i = 0; i < 100; i++)
    a[i] = 1;
  cts_mark();
#pragma omp target map(to : a) map(tofrom : sum)
  for (int i = 0; i < 100; i++)
    sum += a[i];
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " TO_DEVICE " bytes>=%zu", sizeof a);
  cts_count("data-op.optype", 0, "target_data_op_emi " ONLY_FROM_DEVICE " bytes>=%zu", sizeof a);
  return sum != 100;
}
