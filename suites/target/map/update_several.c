// One target update with several items in both directions: each moves its own bytes.
#include "../device.h"

int main(void) {
  int a[11], b[22], c[33], own = separate_storage();
  a[0] = b[0] = c[0] = 1;
#pragma omp target data map(to : a, b, c)
  {
#pragma omp target map(alloc : c)
    c[0] = 7;
    cts_mark();
#pragma omp target update to(a, b) from(c)
    cts_count("target.kind", 1, "target_emi kind=update endpoint=begin");
    cts_count_range("data-op.bytes", own, 1,
                    "target_data_op_emi endpoint=begin " TO_DEVICE " bytes=%zu", sizeof a);
    cts_count_range("data-op.bytes", own, 1,
                    "target_data_op_emi endpoint=begin " TO_DEVICE " bytes=%zu", sizeof b);
    cts_count_range("data-op.bytes", own, 1,
                    "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes=%zu", sizeof c);
  }
  return c[0] != 7;
}
