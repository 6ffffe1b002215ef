// untied on a taskloop: its tasks are untied.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
#pragma omp taskloop untied num_tasks(3)
    for (int i = 0; i < 6; i++)
      cts_body("taskloop");
    cts_count_range("task-create.flags-untied", 1, 3,
                    "task_create encountering_task=current flags&untied");
    cts_count("task-create.flags-untied", 0, "task_create encountering_task=current flags!&untied");
  }
}
