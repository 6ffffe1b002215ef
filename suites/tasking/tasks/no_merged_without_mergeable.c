// Without the mergeable clause no task is merged, however it is executed.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
#pragma omp task
    cts_body("task");
#pragma omp task if (0)
    cts_body("task");
#pragma omp task final(1)
    {
#pragma omp task
      cts_body("task");
    }
#pragma omp taskwait
    cts_count("task-create.flags-merged", 0, "task_create flags&merged");
  }
}
