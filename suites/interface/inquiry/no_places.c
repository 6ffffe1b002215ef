// The inquiries are legal without binding as well.
// RULES: get-num-places get-place-num.range get-partition-place-nums
// ENV: OMP_PROC_BIND=false
// RECORD: --probes=full
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_expect("get-num-places", "probe_places asked=note => num_places=%d", omp_get_num_places());
    cts_expect("get-place-num.range", "probe_places asked=note => place_num=%d",
               omp_get_place_num());
    cts_body("parallel");
  }
}
