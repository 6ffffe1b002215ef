// A task whose final clause is true is a final task, inside and in the flags of its creation (if
// that is reported: a final task may be turned into a plain call).
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
#pragma omp task final(1)
    {
      cts_body("task");
      cts_value("task-create.flags-final", "omp_in_final", omp_in_final() != 0, 1);
    }
    cts_count("task-create.flags-final", 0, "task_create flags!&final");
    cts_count_range("task-create.one-per-task", 0, 1, "task_create flags&explicit");
#pragma omp taskwait
    cts_after("task");
  }
}
