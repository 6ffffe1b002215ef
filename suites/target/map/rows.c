// Some rows of a matrix.
// RULES: data-op.bytes data-op.optype
#include "../device.h"

int main(void) {
  double m[12][10];
  int own = separate_storage();
  m[4][3] = 1;
  cts_mark();
#pragma omp target map(tofrom : m[3 : 4])
  m[4][3] = 2;
  cts_count_range("data-op.bytes", own, 4,
                  "target_data_op_emi endpoint=begin " TO_DEVICE " bytes=%zu", 4 * sizeof m[0]);
  cts_count_range("data-op.bytes", own, 4,
                  "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes=%zu", 4 * sizeof m[0]);
  cts_count("data-op.bytes", 0, "target_data_op_emi endpoint=begin " ONLY_TO_DEVICE " bytes>=%zu",
            sizeof m);
  return m[4][3] != 2;
}
