// In an inner team, too, the inquiries agree with the program's own: the place of the thread, and
// the partition that its region has left it.
// ENV: OMP_PLACES=threads OMP_PROC_BIND=spread,close
// RECORD: --probes=full
#include "cts.h"

int main(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(2)
    {
      cts_expect("get-place-num.range", "probe_places asked=note => place_num=%d",
                 omp_get_place_num());
      cts_expect("get-partition-place-nums", "probe_places asked=note => partition_size=%d",
                 omp_get_partition_num_places());
      cts_body("parallel");
    }
  }
}
