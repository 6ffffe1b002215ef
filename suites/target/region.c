// A target region with one mapped array: one begin and one end of the kind target on the default
// device, one kernel launch, and the array's bytes to and from the device.
// RULES: target.kind target.device-num target.pair submit.count data-op.bytes data-op.devices
// RULES: target.end-last data-op.inside-target
#include "device.h"

int main(void) {
  int a[100] = {0}, device = omp_get_default_device();
#pragma omp parallel num_threads(2) /* makes a thread that has no part in the rest */
  ;
  cts_mark();
#pragma omp target map(tofrom : a)
  a[0] = 1;
  cts_count("target.pair", 1, "target_emi kind=target endpoint=begin");
  cts_count("target.pair", 1, "target_emi kind=target endpoint=end");
  cts_count("submit.count", 1, "target_submit_emi endpoint=begin");
  int own = separate_storage();
  cts_mark();
  cts_expect("target.kind", "target_emi endpoint=begin => kind=target");
  cts_expect("target.device-num", "target_emi endpoint=begin => device_num=%d", device);
  cts_expect("target.device-num", "target_emi endpoint=end => device_num=%d", device);
#pragma omp target map(tofrom : a)
  a[0] = 1;
  cts_after("target");
  cts_count("target.pair", 1, "target_emi kind=target endpoint=begin");
  cts_count("target.pair", 1, "target_emi kind=target endpoint=end");
  cts_count("submit.count", 1, "target_submit_emi endpoint=begin");
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " TO_DEVICE " bytes>=%zu", sizeof a);
  cts_count_range("data-op.bytes", own, 100,
                  "target_data_op_emi endpoint=begin " FROM_DEVICE " bytes>=%zu", sizeof a);
  cts_count("data-op.devices", 0, "target_data_op_emi " ONLY_TO_DEVICE " dest_device_num!=%d",
            device);
  cts_count("data-op.devices", 0, "target_data_op_emi " ONLY_FROM_DEVICE " src_device_num!=%d",
            device);
  return a[0] != 1;
}
