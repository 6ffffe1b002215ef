// target data whose if clause is false: no storage, and nothing moves.
#include "../device.h"

int main(int count, char **arguments) {
  int a[65];
  (void)arguments;
  (void)separate_storage();
  a[0] = 1;
  cts_mark();
#pragma omp target data map(tofrom : a) if (count > 1)
  a[0] = 2;
  cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " ONLY_TO_DEVICE " bytes>=%zu",
            sizeof a);
  cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " ONLY_FROM_DEVICE " bytes>=%zu",
            sizeof a);
  return a[0] != 2;
}
