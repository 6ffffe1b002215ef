// target enter data and target exit data as stand-alone constructs: their kinds, and transfers in
// the one direction and in the other.
// RULES: target.kind target.pair data-op.optype data-op.bytes target-data.end-last
#include "device.h"

int main(void) {
  int a[256], own = separate_storage();
#pragma omp parallel num_threads(2) /* makes a thread that has no part in the rest */
  ;
  a[0] = 1;
  cts_mark();
  cts_expect("target.kind", "target_emi endpoint=begin => kind=enter_data");
#pragma omp target enter data map(to : a)
  cts_after("target");
  cts_count("target.pair", 1, "target_emi kind=enter_data endpoint=end");
  cts_count_range("data-op.bytes", own, 1,
                  "target_data_op_emi endpoint=end " ALLOC " bytes>=%zu dest_addr=%p", sizeof a,
                  mapped_address(a, omp_get_default_device()));
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " TO_DEVICE " bytes>=%zu", sizeof a);
  cts_count("data-op.optype", 0, "target_data_op_emi " ONLY_FROM_DEVICE);
  cts_mark();
  cts_expect("target.kind", "target_emi endpoint=begin => kind=exit_data");
#pragma omp target exit data map(from : a)
  cts_after("target");
  cts_count("target.pair", 1, "target_emi kind=exit_data endpoint=end");
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes>=%zu", sizeof a);
  cts_count("data-op.optype", 0, "target_data_op_emi " ONLY_TO_DEVICE);
  return a[0] != 1;
}
