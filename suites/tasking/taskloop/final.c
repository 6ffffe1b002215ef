// final(1) on a taskloop: its tasks are final.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
#pragma omp taskloop final(1) num_tasks(3)
    for (int i = 0; i < 6; i++)
      cts_value("task-create.flags-final", "omp_in_final", omp_in_final() != 0, 1);
    cts_count_range("task-create.flags-final", 0, 3, "task_create flags&explicit flags&final");
    cts_count("task-create.flags-final", 0, "task_create flags!&final");
  }
}
