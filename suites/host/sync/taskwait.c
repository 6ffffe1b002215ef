// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// taskwait after a task: begin and end of kind taskwait in the encountering task.
// RULES: taskwait.pair-kind taskwait.children-complete sync.task-data
#include "cts.h"

int main(void) {
  omp_set_dynamic(0);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    int done = 0;
    cts_mark();
#pragma omp task shared(done)
    {
#pragma omp atomic write
      done = 1;
    }
    cts_expect("sync.task-data", "sync_region kind=taskwait => task=current endpoint=begin");
#pragma omp taskwait
    cts_count("taskwait.pair-kind", 1, "sync_region kind=taskwait endpoint=begin");
    cts_count("taskwait.pair-kind", 1, "sync_region kind=taskwait endpoint=end");
    cts_value("taskwait.children-complete", "done", done, 1);
  }
}
