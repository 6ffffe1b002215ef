// map(alloc:) gives the array room on the device and moves nothing of it.
#include "device.h"

int main(void) {
  int a[100], x = 0, own = separate_storage();
  cts_mark();
#pragma omp target map(alloc : a) map(tofrom : x)
  {
    a[1] = 1;
    x = a[1];
  }
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " ALLOC " bytes>=%zu", sizeof a);
  cts_count("data-op.optype", 0, "target_data_op_emi " TO_DEVICE " bytes>=%zu", sizeof a);
  cts_count("data-op.optype", 0, "target_data_op_emi " FROM_DEVICE " bytes>=%zu", sizeof a);
  return x != 1;
}
