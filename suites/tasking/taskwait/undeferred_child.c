// A taskwait after an undeferred child, which has completed long before.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
#pragma omp task if (0)
    cts_body("task");
    cts_after("task");
    cts_count("task-schedule.parent-suspended", 1, "task_schedule prior_task_status=complete");
#pragma omp taskwait
    cts_count("taskwait.pair-kind", 1, "sync_region kind=taskwait endpoint=begin");
    cts_count("taskwait.pair-kind", 1, "sync_region kind=taskwait endpoint=end");
  }
}
