// A region in a member function uses a member: this is mapped.
#include "../device.h"

struct Counter {
  int values[52] = {};
  void count() {
#pragma omp target
    values[1]++;
  }
};

int main() {
  Counter counter;
  const int own = separate_storage();
  cts_mark();
  counter.count();
  cts_count_range("data-op.bytes", own, 4,
                  "target_data_op_emi endpoint=begin " TO_DEVICE " bytes>=%zu",
                  sizeof counter.values);
  cts_count("target.pair", 1, "target_emi kind=target endpoint=end");
  return counter.values[1] != 1;
}
