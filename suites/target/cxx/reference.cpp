// A map of a reference maps the object that it refers to.
#include "../device.h"

int main() {
  double value = 1, &name = value;
  const int own = separate_storage();
  cts_mark();
#pragma omp target map(tofrom : name)
  name += 1;
  cts_count_range("data-op.bytes", own, 4,
                  "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes=%zu", sizeof value);
  cts_count("target.pair", 1, "target_emi kind=target endpoint=begin");
  return value != 2;
}
