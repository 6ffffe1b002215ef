// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nowait: static loops in a row without a barrier between them; each has ended where a member goes on.
// RULES: work.every-team-member work.pair loop.nowait-no-barrier
// REQUIRES: visible-static-loop
// RUN: %cts-compile %s -o %t && %cts-record %t.trace %t && %cts-validate %t.trace
#include "cts.h"

int main(void) {
  omp_set_dynamic(0);
#pragma omp parallel num_threads(3)
  {
    cts_mark();
    for (int round = 0; round < 4; round++) {
#pragma omp for schedule(static) nowait
      for (int i = 0; i < 9; i++)
        cts_body("loop");
      cts_after("loop");
    }
    cts_count("work.every-team-member", 4, "work endpoint=begin");
    cts_count("loop.nowait-no-barrier", 0, "sync_region kind=barrier_implicit_workshare");
  }
}
