// target update of a variable that is not present moves nothing.
#include "../device.h"

int main(void) {
  int a[55], own = separate_storage();
  a[0] = 1;
  cts_mark();
#pragma omp target update to(a)
#pragma omp target update from(a)
  cts_count("target.kind", 2, "target_emi kind=update endpoint=begin");
  if (own) {
    cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " ONLY_TO_DEVICE " bytes>=%zu",
              sizeof a);
    cts_count("data-op.bytes", 0,
              "target_data_op_emi endpoint=begin " ONLY_FROM_DEVICE " bytes>=%zu", sizeof a);
  }
  return a[0] != 1;
}
