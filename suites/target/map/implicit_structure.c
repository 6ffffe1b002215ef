// Variables that no clause names: a structure is mapped, a scalar is a value of the region's own.
#include "../device.h"

struct pair {
  double values[40];
  int which;
};

int main(void) {
  struct pair both = {{0}, 7};
  int scalar = 3, own = separate_storage();
  cts_mark();
#pragma omp target
  {
    both.values[both.which] = scalar;
    scalar = 9;
  }
  cts_count_range("data-op.bytes", own, 4,
                  "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes>=%zu", sizeof both);
  cts_count("submit.count", 1, "target_submit_emi endpoint=begin");
  return both.values[7] != 3 || scalar != 3;
}
