// A declare target variable is on the device without a map clause: target update moves its bytes, a
// target region that uses it moves none.
#include "device.h"

#pragma omp declare target
int table[40];
#pragma omp end declare target

int main(void) {
  int x = 0, own = separate_storage();
  table[3] = 5;
  cts_mark();
  cts_expect("target.kind", "target_emi endpoint=begin => kind=update");
#pragma omp target update to(table)
  cts_count_range("data-op.bytes", own, 1,
                  "target_data_op_emi " TO_DEVICE " endpoint=begin bytes=%zu", sizeof table);
  cts_mark();
#pragma omp target map(tofrom : x)
  x = table[3];
  cts_count("data-op.bytes", 0, "target_data_op_emi bytes=%zu", sizeof table);
  return x != 5;
}
