// A taskwait with a depend clause, during which the task waited for may run.
// REQUIRES: taskwait_depend
// FLAGS: -O0
#include "stack.h"

int main(void) {
  int word = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : word)
    {
      word = 1;
      cts_body("task");
    }
#pragma omp taskwait depend(in : word)
    cts_body("single");
  }
  return word != 1;
}
