// An if clause whose value changes from task to task: each task for which it is false is
// undeferred. (A runtime may defer the others or not.)
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
    for (int i = 0; i < 8; i++) {
      if (i % 2)
        cts_expect("task-create.flags-undeferred", "task_create => flags&undeferred");
#pragma omp task if (i % 2 == 0)
      cts_body("task");
    }
    cts_count("task-create.one-per-task", 8, "task_create flags&explicit");
  }
}
