// defaultmap(tofrom : scalar) maps what would be firstprivate: the scalar moves both ways.
// RULES: data-op.bytes map.event
#include "../device.h"

int main(void) {
  double x = 1;
  int own = separate_storage();
  cts_mark();
#pragma omp target defaultmap(tofrom : scalar)
  x = 2;
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " TO_DEVICE " bytes>=%zu", sizeof x);
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes>=%zu", sizeof x);
  return x != 2;
}
