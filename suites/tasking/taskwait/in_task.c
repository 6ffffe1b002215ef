// A taskwait inside a task waits for that task's children and is reported in that task.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_expect("sync.task-data", "task_create => new_task=$parent");
#pragma omp task
    {
      int executed = 0;
#pragma omp task shared(executed)
      executed = 1;
      cts_expect("sync.task-data", "sync_region kind=taskwait endpoint=begin => task=$parent");
      cts_expect("taskwait.pair-kind", "sync_region kind=taskwait endpoint=end => task=$parent");
#pragma omp taskwait
      cts_value("taskwait.children-complete", "executed", executed, 1);
    }
  }
}
