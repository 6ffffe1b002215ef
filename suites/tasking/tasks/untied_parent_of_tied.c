// The untied property is not inherited: a plain task inside an untied task is tied.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task untied
    {
      cts_expect("task-create.flags-untied", "task_create => flags!&untied");
#pragma omp task
      cts_body("task");
    }
  }
}
