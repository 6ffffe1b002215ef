// With offloading disabled the tool gets the same number of devices as the program. (The host may
// be counted as well.)
// ENV: OMP_TARGET_OFFLOAD=DISABLED
// RECORD: --probes=full
#include "cts.h"

int main(void) {
  const int devices = omp_get_num_devices();
  cts_body("serial");
#pragma omp parallel num_threads(2)
  cts_body("parallel");
  cts_total("num-devices", 0, "probe_places asked=note num_devices!=%d num_devices!=%d", devices,
            devices + 1);
}
