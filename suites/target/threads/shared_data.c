// Threads use data that is present: none of them moves or deletes it.
#include "../device.h"

int main(void) {
  int a[95];
  (void)separate_storage();
  for (int i = 0; i < 95; i++)
    a[i] = 0;
#pragma omp target data map(tofrom : a)
#pragma omp parallel num_threads(4)
  {
    const int me = omp_get_thread_num();
    cts_mark();
#pragma omp target map(tofrom : a)
    a[me] = me + 1;
    cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " ONLY_TO_DEVICE " bytes>=%zu",
              sizeof a);
    cts_count("data-op.bytes", 0,
              "target_data_op_emi endpoint=begin " ONLY_FROM_DEVICE " bytes>=%zu", sizeof a);
    cts_count("data-op.pairing", 0, "target_data_op_emi endpoint=begin " DELETE " bytes=%zu",
              sizeof a);
    cts_count("target.pair", 1, "target_emi kind=target endpoint=end");
  }
  return a[0] != 1;
}
