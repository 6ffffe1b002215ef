// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The number of processors is the one that the program is told, in and outside regions.
// RULES: get-num-procs get-proc-id
// RUN: %cts-compile %s -o %t && %cts-record --probes=full %t.trace %t && %cts-validate %t.trace
#include "cts.h"

int main(void) {
  omp_set_dynamic(0);
  cts_expect("get-num-procs", "probe_places asked=60 => num_procs=%d", omp_get_num_procs());
  cts_body("serial");
#pragma omp parallel num_threads(2)
  {
    cts_expect("get-num-procs", "probe_places asked=60 => num_procs=%d", omp_get_num_procs());
    cts_body("parallel");
  }
}
