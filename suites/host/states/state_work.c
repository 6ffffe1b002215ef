// The state of a thread that executes the program's code: work_serial outside regions,
// work_parallel within an active one.
// RULES: state.work-serial state.work-parallel get-state.legal state.in-callbacks
#include "cts.h"

int main(void) {
  cts_expect("state.work-serial", "probe_thread asked=note => state=work_serial");
  cts_body("serial");
#pragma omp parallel num_threads(2)
  {
    if (omp_get_num_threads() > 1)
      cts_expect("state.work-parallel", "probe_thread asked=note => state=work_parallel");
    cts_body("parallel");
  }
}
