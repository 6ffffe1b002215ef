// The elements of a vector are mapped by a section.
#include "../device.h"
#include <vector>

int main() {
  std::vector<int> values(150, 1);
  int *const data = values.data();
  const std::size_t bytes = values.size() * sizeof(int);
  const int own = separate_storage();
  cts_mark();
#pragma omp target data map(tofrom : data[0 : 150])
  {
#pragma omp target
    data[149] = 2;
  }
  cts_count_range("data-op.bytes", own, 4,
                  "target_data_op_emi endpoint=begin " TO_DEVICE " bytes=%zu", bytes);
  cts_count_range("data-op.bytes", own, 4,
                  "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes=%zu", bytes);
  cts_count("target-data.entry-exit", 1, "target_emi kind=exit_data endpoint=end");
  return values[149] != 2;
}
