// The tool gets the same number of devices as the program, before and after the use of one of them.
// (The host may be counted as well.)
// ENV: OMPT_CTS_SIMULATED_DEVICES=2
// RECORD: --probes=full
#include "../device.h"

int main(void) {
  const int devices = omp_get_num_devices();
  int x = 0;
  cts_body("serial");
#pragma omp target map(tofrom : x)
  x = 1;
  cts_body("serial");
  cts_total("num-devices", 0, "probe_places asked=note num_devices!=%d num_devices!=%d", devices,
            devices + 1);
  return x != 1;
}
