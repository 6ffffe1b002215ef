// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A taskgroup without a task in it is still a region.
// RULES: taskgroup.pair-kind
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
#pragma omp taskgroup
    cts_body("taskgroup");
    cts_after("taskgroup");
    cts_count("taskgroup.pair-kind", 1, "sync_region kind=taskgroup endpoint=begin");
    cts_count("taskgroup.pair-kind", 1, "sync_region kind=taskgroup endpoint=end");
  }
}
