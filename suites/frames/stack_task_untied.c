// Untied tasks that wait: after the wait the task may continue on another part of the stack.
// FLAGS: -O0
#include "stack.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 4; ++i) {
#pragma omp task untied
    {
#pragma omp task
      cts_body("task");
#pragma omp taskwait
      cts_body("task");
    }
  }
}
