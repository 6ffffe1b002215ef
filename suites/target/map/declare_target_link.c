// A variable with declare target link is on the device only while it is mapped.
// RULES: data-op.bytes target.kind
#include "../device.h"

int table[45];
#pragma omp declare target link(table)

int main(void) {
  int own = separate_storage();
  table[2] = 1;
  cts_mark();
#pragma omp target map(tofrom : table)
  table[2] = 9;
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " TO_DEVICE " bytes>=%zu", sizeof table);
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes>=%zu", sizeof table);
}
