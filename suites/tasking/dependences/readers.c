// Tasks that only read one variable do not depend on each other, and no dependence between them is
// reported.
#include "cts.h"

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2) shared(x)
#pragma omp single
  for (int i = 0; i < 10; i++) {
#pragma omp task depend(in : x)
    cts_body("task");
  }
  cts_total("task-dependence.distinct", 0, "task_dependence");
  return x;
}
