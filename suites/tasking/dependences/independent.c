// Tasks that write different variables do not depend on each other.
#include "cts.h"

int main(void) {
  int a[10] = {0};
#pragma omp parallel num_threads(2) shared(a)
#pragma omp single
  for (int i = 0; i < 10; i++) {
#pragma omp task depend(out : a[i])
    a[i] = 1;
  }
  cts_total("task-dependence.distinct", 0, "task_dependence");
  return a[9] != 1;
}
