// An if clause that is true changes nothing: the region is launched on the device.
#include "../device.h"

int main(int count, char **arguments) {
  int x = 0, device = omp_get_default_device();
  (void)arguments;
  (void)separate_storage();
  cts_mark();
  cts_expect("target.device-num", "target_emi endpoint=begin => device_num=%d", device);
#pragma omp target map(tofrom : x) if (target : count >= 1)
  x = 1;
  cts_count("submit.count", 1, "target_submit_emi endpoint=begin");
  return x != 1;
}
