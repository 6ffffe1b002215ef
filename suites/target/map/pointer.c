// A section maps the target of a pointer: its bytes move, and the pointer is attached.
// RULES: data-op.bytes data-op.dest-known target.pair
#include "../device.h"


int main(void) {
  int own = separate_storage();
  double *p = (double *)malloc(50 * sizeof *p);
  p[7] = 1;
  cts_mark();
#pragma omp target map(tofrom : p[0 : 50])
  p[7] += 1;
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " TO_DEVICE " bytes>=%zu", 50 * sizeof *p);
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes>=%zu", 50 * sizeof *p);
  cts_count("target.pair", 1, "target_emi kind=target endpoint=end");
  const int wrong = p[7] != 2;
  free(p);
  return wrong;
}
