// The device clause names another device: begin and end carry its number.
// RULES: target.device-num submit.count device-num.range
// REQUIRES: offload
#include "cts.h"

int main(void) {
  int x = 0, last = omp_get_num_devices() - 1;
#pragma omp target map(tofrom : x) device(last) /* the device is ready after its first use */
  x = 0;
  cts_mark();
  cts_expect("target.device-num", "target_emi endpoint=begin => device_num=%d", last);
  cts_expect("target.device-num", "target_emi endpoint=end => device_num=%d", last);
#pragma omp target map(tofrom : x) device(last)
  x = 1;
  cts_count("submit.count", 1, "target_submit_emi endpoint=begin");
  return x != 1;
}
