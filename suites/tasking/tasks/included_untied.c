// A task inside a final task is included, and an included task is tied even if it has the untied
// clause.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task final(1)
    {
      cts_mark();
#pragma omp task untied
      cts_body("task");
      cts_count("task-create.flags-untied", 0, "task_create flags&untied");
    }
#pragma omp taskwait
  }
}
