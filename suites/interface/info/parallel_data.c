// The data that parallel_begin brought to life is what the inquiry gives inside the region.
#include "cts.h"

int main(void) {
  cts_expect("parallel-info.data", "parallel_begin => parallel=$region");
#pragma omp parallel num_threads(2)
  {
    cts_expect("parallel-info.data", "probe_parallel asked=note level=0 => parallel=$region");
    cts_expect("task-info.parallel", "probe_task asked=note level=0 => parallel=$region");
    cts_body("parallel");
  }
}
