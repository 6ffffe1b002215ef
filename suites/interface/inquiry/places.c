// With places defined by the environment the inquiries agree with the program's own: how many,
// which one, and how large the partition is.
// RULES: get-num-places get-place-num.range get-partition-place-nums get-place-proc-ids.count
// RULES: set-callback.replace
// ENV: OMP_PLACES=threads OMP_PROC_BIND=close
// RECORD: --probes=full
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_expect("get-num-places", "probe_places asked=note => num_places=%d", omp_get_num_places());
    cts_expect("get-place-num.range", "probe_places asked=note => place_num=%d", omp_get_place_num());
    cts_expect("get-partition-place-nums", "probe_places asked=note => partition_size=%d",
               omp_get_partition_num_places());
    cts_body("parallel");
  }
  // 0 places, before they are counted, is another rule's.
  cts_total("get-num-places", 0, "probe_places num_places>0 num_places!=%d", omp_get_num_places());
  cts_expect("get-place-num.range", "probe_places asked=implicit_task => place_num=%d", omp_get_place_num());
}
