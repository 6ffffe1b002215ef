// An undeferred task with a dependence: the encountering thread waits for the antecedent first; the
// dependence is announced like any other.
#include "cts.h"

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2) shared(x)
#pragma omp single
  {
#pragma omp task depend(out : x)
    x = 1;
    cts_expect("task-create.flags-undeferred", "task_create => flags&undeferred");
    cts_expect("task-create.has-dependences", "task_create => has_dependences!=0");
    cts_expect("dependences.list", "dependences => ndeps=1 deps[0]=%p deps[1]=1", (void *)&x);
#pragma omp task depend(in : x) if (0)
    cts_value("task-schedule.dependence-respected", "x", x, 1);
    cts_after("task");
  }
}
