// The modifier always moves data to the device that is there already.
// RULES: data-op.bytes target.kind
#include "../device.h"

int main(void) {
  int a[77], x = 0, own = separate_storage();
  a[0] = 1;
#pragma omp target data map(to : a)
  {
    a[0] = 2;
    cts_mark();
#pragma omp target map(to : a) map(from : x)
    x = a[0];
    cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " ONLY_TO_DEVICE " bytes>=%zu",
              sizeof a);
    cts_mark();
#pragma omp target map(always, to : a) map(from : x)
    x = a[0];
    cts_count_range("data-op.bytes", own, 100,
                    "target_data_op_emi endpoint=begin " TO_DEVICE " bytes>=%zu", sizeof a);
  }
  return x != 2;
}
