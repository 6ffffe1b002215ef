// A region in a template: every instance is a region of its own, with the sizes of its type.
#include "../device.h"

template <class T> int doubled(T start, int own) {
  T values[10] = {};
  values[9] = start;
  cts_mark();
#pragma omp target map(tofrom : values)
  values[9] += values[9];
  cts_count_range("data-op.bytes", own, 4,
                  "target_data_op_emi endpoint=begin " TO_DEVICE " bytes=%zu", sizeof values);
  cts_count("submit.count", 1, "target_submit_emi endpoint=begin");
  return values[9] != start + start;
}

int main() {
  const int own = separate_storage();
  return doubled<char>(1, own) + doubled<int>(2, own) + doubled<double>(3, own);
}
