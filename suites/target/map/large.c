// Sixteen megabytes: a runtime may move them in pieces.
// RULES: data-op.bytes data-op.pairing
#include "../device.h"

enum { length = 4 << 20 };

int main(void) {
  int *const a = malloc(length * sizeof *a);
  const int own = separate_storage();
  for (int i = 0; i < length; i++)
    a[i] = i;
  cts_mark();
#pragma omp target map(tofrom : a[0 : length])
  {
    a[0] = 5;
    a[length - 1] += 7;
  }
  cts_count_range("data-op.bytes", own, 100000, "target_data_op_emi endpoint=begin " TO_DEVICE);
  cts_count_range("data-op.bytes", own, 100000, "target_data_op_emi endpoint=begin " FROM_DEVICE);
  const int wrong = a[0] != 5 || a[length - 1] != length + 6 || a[1] != 1;
  free(a);
  return wrong;
}
