// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The filter expression may differ from thread to thread: here each selects itself, but number 1.
// RULES: masked.filter-threads masked.non-selected-silent masked.pair
// REQUIRES: visible-masked
// RUN: %cts-compile %s -o %t && %cts-record %t.trace %t && %cts-validate %t.trace
#include "cts.h"

int main(void) {
  omp_set_dynamic(0);
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num(), runs = me != 1;
    cts_mark();
#pragma omp masked filter(runs ? me : 0)
    cts_body("masked");
    cts_count("masked.filter-threads", runs, "masked endpoint=begin");
    cts_count("masked.pair", runs, "masked endpoint=end");
  }
}
