// The tool gets the same number of devices as the program wherever the tool asks: in a region's
// threads and in an explicit task, after another thread has used each device. (The host may be
// counted as well.)
// ENV: OMPT_CTS_SIMULATED_DEVICES=2
// RECORD: --probes=full
#include "../device.h"

int main(void) {
  const int devices = omp_get_num_devices();
#pragma omp parallel num_threads(2)
  {
    const int device = omp_get_thread_num() % devices;
    int x = 0;
#pragma omp target device(device) map(tofrom : x)
    x = 1;
    cts_body("parallel");
#pragma omp single
    {
#pragma omp task
      cts_body("task");
    }
  }
  cts_total("num-devices", 0, "probe_places asked=note num_devices!=%d num_devices!=%d", devices,
            devices + 1);
}
