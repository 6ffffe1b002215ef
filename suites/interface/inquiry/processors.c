// The numbers of processors and devices are those that the program is told, wherever they are asked
// for. (0 processors is another rule's, and the host may be counted as a device.)
// RULES: init.runtime-ready get-num-procs get-proc-id num-devices
// RECORD: --probes=full
#include "cts.h"

int main(void) {
  cts_expect("get-num-procs", "probe_places asked=note => num_procs=%d", omp_get_num_procs());
  cts_total("get-num-procs", 0, "probe_places num_procs>0 num_procs!=%d", omp_get_num_procs());
  cts_total("num-devices", 0, "probe_places asked!=tool_initialize num_devices!=%d num_devices!=%d",
            omp_get_num_devices(), omp_get_num_devices() + 1);
  cts_body("serial");
#pragma omp parallel num_threads(2)
  {
    cts_expect("get-num-procs", "probe_places asked=note => num_procs=%d", omp_get_num_procs());
    cts_body("parallel");
  }
}
