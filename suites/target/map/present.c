// Data that is present is mapped again, with the modifier that says so: nothing moves.
// REQUIRES: map_present
#include "../device.h"

int main(void) {
  int a[90], x = 0;
  (void)separate_storage();
  a[0] = 1;
#pragma omp target enter data map(to : a)
  cts_mark();
#pragma omp target map(present, tofrom : a) map(from : x)
  x = a[0];
  cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " ONLY_TO_DEVICE " bytes>=%zu",
            sizeof a);
  cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " ONLY_FROM_DEVICE " bytes>=%zu",
            sizeof a);
  cts_count("target.pair", 1, "target_emi kind=target endpoint=end");
#pragma omp target exit data map(delete : a)
  return x != 1;
}
