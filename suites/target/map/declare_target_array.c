// A declared array is on the device from the beginning: regions change it there, updates move it.
#include "../device.h"

#pragma omp declare target
int table[48];
static int twice(int i) { return 2 * table[i]; }
#pragma omp end declare target

int main(void) {
  int result = 0, own = separate_storage();
  table[5] = 21;
  cts_mark();
#pragma omp target update to(table)
  cts_count_range("data-op.bytes", own, 2,
                  "target_data_op_emi endpoint=begin " TO_DEVICE " bytes=%zu", sizeof table);
#pragma omp target map(from : result)
  {
    result = twice(5);
    table[6] = result;
  }
  cts_mark();
#pragma omp target update from(table)
  cts_count_range("data-op.bytes", own, 2,
                  "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes=%zu", sizeof table);
  cts_count("target.pair", 1, "target_emi kind=update endpoint=end");
  return result != 42 || table[6] != 42;
}
