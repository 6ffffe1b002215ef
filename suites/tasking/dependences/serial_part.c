// Dependences among tasks of the serial part.
#include "cts.h"

int main(void) {
  int x = 0;
  cts_mark();
#pragma omp task depend(out : x) shared(x)
  x = 1;
#pragma omp task depend(inout : x) shared(x)
  {
    cts_value("task-schedule.dependence-respected", "x", x, 1);
    x = 2;
  }
#pragma omp taskwait
  cts_count("dependences.list", 0, "dependences deps[0]!=%p", (void *)&x);
  return x != 2;
}
