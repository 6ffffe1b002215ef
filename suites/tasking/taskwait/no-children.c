// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A taskwait without children is still a taskwait region; whether anything is awaited is open.
// RULES: taskwait.pair-kind sync.wait-inside
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
#pragma omp taskwait
    cts_count("taskwait.pair-kind", 1, "sync_region kind=taskwait endpoint=begin");
    cts_count("taskwait.pair-kind", 1, "sync_region kind=taskwait endpoint=end");
    cts_count_range("sync.wait-inside", 0, 1000, "sync_region_wait kind=taskwait endpoint=begin");
  }
}
