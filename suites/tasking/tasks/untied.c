// The untied clause shows in the flags of a deferred task.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_expect("task-create.flags-untied", "task_create => flags&untied");
#pragma omp task untied
    cts_body("task");
  }
}
