// Tasks that run where a taskgroup ends.
// FLAGS: -O0
#include "stack.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task
      cts_body("task");
#pragma omp task
      cts_body("task");
    }
    cts_after("taskgroup");
  }
}
