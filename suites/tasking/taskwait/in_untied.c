// Taskwaits in untied tasks, one inside the other: each is reported, with the task that waits.
// RULES: sync.pair sync.task-data
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task untied
    {
#pragma omp task untied
      {
#pragma omp task
        cts_body("task");
#pragma omp taskwait
      }
#pragma omp taskwait
    }
  }
  cts_total("sync.pair", 2, "sync_region kind=taskwait endpoint=begin");
  cts_total("sync.pair", 2, "sync_region kind=taskwait endpoint=end");
}
