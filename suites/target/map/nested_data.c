// Data environments in each other: the inner ones and the region move nothing, the outer one at
// its begin and end.
#include "../device.h"

int main(void) {
  int a[80], own = separate_storage();
  a[0] = 1;
  cts_mark();
#pragma omp target data map(tofrom : a)
  {
    cts_count_range("data-op.bytes", own, 100,
                    "target_data_op_emi endpoint=begin " TO_DEVICE " bytes>=%zu", sizeof a);
    cts_mark();
#pragma omp target data map(tofrom : a)
    {
#pragma omp target map(tofrom : a)
      a[0] = 2;
    }
    cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " ONLY_TO_DEVICE " bytes>=%zu",
              sizeof a);
    cts_count("data-op.bytes", 0,
              "target_data_op_emi endpoint=begin " ONLY_FROM_DEVICE " bytes>=%zu", sizeof a);
    cts_count("target-data.entry-exit", 1, "target_emi kind=enter_data endpoint=begin");
    cts_count("target-data.entry-exit", 1, "target_emi kind=exit_data endpoint=begin");
    cts_mark();
  }
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes>=%zu", sizeof a);
  return a[0] != 2;
}
