// omp_set_default_device says which device runs what names none.
// RULES: target.device-num device-num.range
// ENV: OMPT_CTS_SIMULATED_DEVICES=2
#include "../device.h"

int main(void) {
  const int last = omp_get_num_devices() - 1;
  int x = 0;
  omp_set_default_device(last);
  cts_expect("target.device-num", "target_emi endpoint=begin => device_num=%d", last);
#pragma omp target map(tofrom : x)
  x = 1;
  omp_set_default_device(0);
  cts_expect("target.device-num", "target_emi endpoint=begin => device_num=0");
#pragma omp target map(tofrom : x)
  x++;
  return x != 2;
}
