// A team of one thread still generates explicit tasks, one creation each.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(1)
  {
    cts_mark();
    for (int i = 0; i < 3; i++) {
      cts_expect("task-create.flags-explicit", "task_create => flags&explicit");
#pragma omp task
      cts_body("task");
    }
#pragma omp taskwait
    cts_after("task");
    cts_count("task-create.one-per-task", 3, "task_create flags&explicit");
  }
}
