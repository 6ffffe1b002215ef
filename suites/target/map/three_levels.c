// Three levels of data environments, each with a variable of its own.
// RULES: target-data.entry-exit data-op.bytes target.pair
#include "../device.h"

int main(void) {
  int a[16], b[32], c[64], own = separate_storage();
  a[0] = b[0] = c[0] = 1;
  cts_mark();
#pragma omp target data map(tofrom : a)
#pragma omp target data map(tofrom : b)
#pragma omp target data map(tofrom : c)
#pragma omp target map(tofrom : a, b, c)
  a[0] = b[0] + c[0];
  cts_count("target-data.entry-exit", 3, "target_emi kind=enter_data endpoint=begin");
  cts_count("target-data.entry-exit", 3, "target_emi kind=exit_data endpoint=end");
  const size_t sizes[] = {sizeof a, sizeof b, sizeof c};
  for (int i = 0; i < 3; i++) {
    cts_count_range("data-op.bytes", own, 1,
                    "target_data_op_emi endpoint=begin " TO_DEVICE " bytes=%zu", sizes[i]);
    cts_count_range("data-op.bytes", own, 1,
                    "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes=%zu", sizes[i]);
  }
  return a[0] != 2;
}
