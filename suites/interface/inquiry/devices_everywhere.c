// The tool gets the same number of devices as the program wherever the tool asks: in nested
// regions, in explicit tasks, after a region. (The host may be counted as well.)
// RECORD: --probes=full
#include "cts.h"

int main(void) {
  const int devices = omp_get_num_devices();
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    cts_body("parallel");
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
      cts_body("task");
    }
  }
  cts_body("serial");
  cts_total("num-devices", 0, "probe_places asked=note num_devices!=%d num_devices!=%d", devices,
            devices + 1);
}
