// A target data region: an enter-data region on entry and an exit-data region on exit, no launch,
// and the array moves in the one and back in the other.
// RULES: target-data.entry-exit target.device-num submit.count data-op.bytes data-op.optype
// RULES: map.event map.flags-range map.arrays
#include "device.h"

int main(void) {
  double a[64];
  int device = omp_get_default_device(), own = separate_storage();
  a[0] = 1;
  cts_mark();
  cts_expect("target-data.entry-exit", "target_emi endpoint=begin => kind=enter_data");
  cts_expect("target.device-num", "target_emi endpoint=begin => device_num=%d", device);
#pragma omp target data map(tofrom : a)
  {
    cts_count("target-data.entry-exit", 1, "target_emi kind=enter_data endpoint=end");
    cts_count("target-data.entry-exit", 0, "target_emi kind=exit_data");
    cts_count_range("data-op.bytes", own, 100,
                    "target_data_op_emi endpoint=begin " TO_DEVICE " bytes>=%zu", sizeof a);
    cts_count("data-op.optype", 0, "target_data_op_emi " ONLY_FROM_DEVICE);
    cts_mark();
  }
  cts_count("target-data.entry-exit", 1, "target_emi kind=exit_data endpoint=begin");
  cts_count("target-data.entry-exit", 1, "target_emi kind=exit_data endpoint=end");
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes>=%zu", sizeof a);
  cts_count("data-op.optype", 0, "target_data_op_emi " ONLY_TO_DEVICE);
  cts_count("submit.count", 0, "target_submit_emi");
  cts_total_range("map.event", 1, 1000, "target_map_emi nitems>0");
  return a[0] != 1;
}
