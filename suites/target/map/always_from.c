// The modifier always brings data back that stays on the device.
// RULES: data-op.bytes data-op.optype
#include "../device.h"

int main(void) {
  int a[77], own = separate_storage(), seen;
  a[0] = 1;
#pragma omp target data map(to : a)
  {
    cts_mark();
#pragma omp target map(always, from : a)
    a[0] = 2;
    cts_count_range("data-op.bytes", own, 100,
                    "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes>=%zu", sizeof a);
    cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " ONLY_TO_DEVICE " bytes>=%zu",
              sizeof a);
    seen = a[0];
  }
  return seen != 2;
}
