// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One level out, the primary thread of an inner team has its number in the outer team.
// RULES: task-info.thread-num task-info.ancestors
// RUN: %cts-compile %s -o %t && %cts-record %t.trace %t && %cts-validate %t.trace
#include "cts.h"

int main(void) {
  omp_set_dynamic(0);
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    int outer = omp_get_thread_num();
#pragma omp parallel num_threads(2)
    {
      if (omp_get_thread_num() == 0) {
        cts_expect("task-info.thread-num", "probe_task asked=60 level=0 => result=2 thread_num=0");
        cts_expect("task-info.ancestors", "probe_task asked=60 level=1 => result=2 thread_num=%d",
                   outer);
      }
      cts_body("parallel");
    }
  }
}
