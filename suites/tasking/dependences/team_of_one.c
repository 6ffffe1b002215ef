// Dependences in a team of one: a runtime may leave them aside, since it may run every task at
// once. The order holds, and a list that is announced must be right.
#include "cts.h"

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(1) shared(x)
  {
    cts_mark();
#pragma omp task depend(out : x)
    x = 1;
#pragma omp task depend(in : x)
    cts_value("task-schedule.dependence-respected", "x", x, 1);
    cts_count("dependences.list", 0, "dependences deps[0]!=%p", (void *)&x);
    cts_count("dependences.ndeps-positive", 0, "dependences ndeps!=1");
#pragma omp taskwait
  }
}
