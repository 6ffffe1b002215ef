// 66,000 tasks, more than sixteen bits count: the runtime reports the last ones like the first.
// RULES: task-create.flags-explicit task-create.flags-untied task-create.data-none task-schedule.complete-once
// RECORD: --probes=none
#include "cts.h"

enum { tasks = 66000 };

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < tasks; i++) {
#pragma omp task
    ;
  }
  cts_total("task-create.flags-explicit", tasks, "task_create flags&explicit");
  cts_total("task-create.flags-untied", 0, "task_create flags&untied");
  cts_total("task-schedule.complete-once", tasks, "task_schedule prior_task_status=complete");
}
