// A taskgroup inside a task is reported in that task.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_expect("sync.task-data", "task_create => new_task=$parent");
#pragma omp task
    {
      int executed = 0;
      cts_expect("sync.task-data", "sync_region kind=taskgroup endpoint=begin => task=$parent");
      cts_expect("taskgroup.pair-kind", "sync_region kind=taskgroup endpoint=end => task=$parent");
#pragma omp taskgroup
      {
#pragma omp task shared(executed)
        executed = 1;
      }
      cts_value("taskgroup.all-complete", "executed", executed, 1);
    }
  }
}
