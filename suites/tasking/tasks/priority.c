// The priority clause changes nothing in what is reported: one creation each.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
    for (int i = 0; i < 4; i++) {
      cts_expect("task-create.flags-explicit", "task_create => flags&explicit");
#pragma omp task priority(i)
      cts_body("task");
    }
    cts_count("task-create.one-per-task", 4, "task_create flags&explicit");
  }
}
