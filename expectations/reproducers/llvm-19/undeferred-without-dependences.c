// SHOWS: task-create.has-dependences
#include "cts.h"

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2) shared(x)
#pragma omp single
  {
    cts_expect("task-create.has-dependences", "task_create flags&explicit => has_dependences!=0");
#pragma omp task depend(inout : x) if (x)
    x = 1;
  }
}
