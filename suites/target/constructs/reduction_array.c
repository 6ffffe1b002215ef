// A reduction of an array section.
#include "../device.h"

int main(void) {
  int sums[4] = {0}, own = separate_storage();
  cts_mark();
#pragma omp target parallel for num_threads(2) reduction(+ : sums[0 : 4]) map(tofrom : sums)
  for (int i = 0; i < 40; i++)
    sums[i % 4]++;
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " TO_DEVICE " bytes>=%zu", sizeof sums);
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes>=%zu", sizeof sums);
  cts_count("target.pair", 1, "target_emi kind=target endpoint=end");
  return sums[0] != 10 || sums[3] != 10;
}
