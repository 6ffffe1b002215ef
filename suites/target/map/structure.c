// A structure that is mapped as a whole.
#include "../device.h"

struct pair {
  int numbers[8];
  double weight;
};

int main(void) {
  struct pair one = {{1}, 2};
  int own = separate_storage();
  cts_mark();
  cts_expect("target.kind", "target_emi endpoint=begin => kind=target");
#pragma omp target map(tofrom : one)
  one.numbers[1] = one.numbers[0] + (int)one.weight;
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " TO_DEVICE " bytes>=%zu", sizeof one);
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes>=%zu", sizeof one);
  cts_count("submit.count", 1, "target_submit_emi endpoint=begin");
  return one.numbers[1] != 3;
}
