// One writer, two readers, one writer again: the readers wait for the first, the last waits for
// both.
#include "cts.h"

int main(void) {
  int x = 0, y = 0, z = 0;
#pragma omp parallel num_threads(4) shared(x, y, z)
#pragma omp single
  {
#pragma omp task depend(out : x)
    x = 1;
#pragma omp task depend(in : x) depend(out : y)
    y = x + 1;
#pragma omp task depend(in : x) depend(out : z)
    z = x + 2;
#pragma omp task depend(in : y, z)
    cts_value("task-schedule.dependence-respected", "sum", y + z, 5);
  }
}
