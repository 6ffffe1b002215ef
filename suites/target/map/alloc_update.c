// Storage without values, filled by target update and read by another.
// RULES: target.kind data-op.bytes data-op.optype
#include "../device.h"

int main(void) {
  int a[110], own = separate_storage();
  a[5] = 1;
#pragma omp target data map(alloc : a)
  {
    cts_mark();
#pragma omp target update to(a)
    cts_count_range("data-op.bytes", own, 1,
                    "target_data_op_emi endpoint=begin " TO_DEVICE " bytes>=%zu", sizeof a);
    cts_mark();
#pragma omp target map(alloc : a)
    a[5]++;
    cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " ONLY_TO_DEVICE " bytes>=%zu",
              sizeof a);
    cts_mark();
#pragma omp target update from(a)
    cts_count_range("data-op.bytes", own, 1,
                    "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes>=%zu", sizeof a);
    cts_count("target.kind", 1, "target_emi kind=update endpoint=begin");
  }
  return a[5] != 2;
}
