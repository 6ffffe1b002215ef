// Arrays whose sizes are known only when the program runs: two dimensions, and a section of them.
#include "../device.h"

static int work(int rows, int columns, int own) {
  double a[rows][columns];
  a[rows - 1][0] = 3;
  cts_mark();
#pragma omp target map(tofrom : a[rows - 2 : 2][0 : columns])
  a[rows - 1][0] += columns;
  cts_count_range("data-op.bytes", own, 4,
                  "target_data_op_emi endpoint=begin " TO_DEVICE " bytes=%zu",
                  2 * (size_t)columns * sizeof(double));
  cts_count("target.pair", 1, "target_emi kind=target endpoint=begin");
  return a[rows - 1][0] != 3 + columns;
}

int main(void) {
  const int own = separate_storage();
  return work(5, 17, own) || work(9, 31, own);
}
