// A structure with a pointer, and what it points to: both are mapped, and the pointer leads to the
// copy.
// RULES: data-op.bytes data-op.dest-known
#include "../device.h"

struct list {
  int length;
  int *items;
};

int main(void) {
  int items[40], own = separate_storage();
  struct list one = {40, items};
  items[2] = 5;
  cts_mark();
#pragma omp target map(to : one) map(tofrom : one.items[0 : 40])
  one.items[2] += one.length;
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " TO_DEVICE " bytes>=%zu", sizeof items);
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes>=%zu", sizeof items);
  return items[2] != 45;
}
