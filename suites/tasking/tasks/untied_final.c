// The untied clause is ignored on a task whose final clause is true: the task is tied, and its
// flags must not say otherwise.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
#pragma omp task untied final(1)
    cts_body("task");
    cts_count("task-create.flags-final", 0, "task_create flags!&final");
    cts_count("task-create.flags-untied", 0, "task_create flags&untied");
  }
}
