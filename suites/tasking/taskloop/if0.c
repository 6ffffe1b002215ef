// if(0) on a taskloop: its tasks are undeferred.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
#pragma omp taskloop if (0) num_tasks(3)
    for (int i = 0; i < 6; i++)
      cts_body("taskloop");
    cts_count_range("task-create.flags-undeferred", 1, 3,
                    "task_create flags&explicit flags&undeferred");
    cts_count("task-create.flags-undeferred", 0, "task_create flags!&undeferred");
    cts_count("taskloop.pair", 1, "work work_type=taskloop endpoint=begin");
  }
}
