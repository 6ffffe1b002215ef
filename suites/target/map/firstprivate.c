// A firstprivate array goes to the device and does not come back.
// RULES: data-op.bytes data-op.optype
#include "../device.h"

int main(void) {
  int a[200], x = 0;
  (void)separate_storage();
  a[8] = 3;
  cts_mark();
#pragma omp target firstprivate(a) map(from : x)
  {
    x = a[8];
    a[8] = 0;
  }
  cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " ONLY_FROM_DEVICE " bytes>=%zu",
            sizeof a);
  return x != 3 || a[8] != 3;
}
