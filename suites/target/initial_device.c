// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// device(omp_initial_device's number): the region runs on the host, nothing is launched, and if the
// construct is reported, its device is the host.
// RULES: target.device-num submit.count
// REQUIRES: offload
#include "cts.h"

int main(void) {
  int x = 0, host = omp_get_initial_device();
  cts_mark();
#pragma omp target map(tofrom : x) device(host)
  x = omp_is_initial_device() ? 1 : 2;
  cts_count("submit.count", 0, "target_submit_emi");
  cts_count("target.device-num", 0, "target_emi device_num!=%d device_num!=-1", host);
  return x != 1;
}
