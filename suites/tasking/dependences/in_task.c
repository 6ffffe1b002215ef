// Dependences among the children of a task: source and sink of a reported dependence are these
// children.
#include "cts.h"

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2) shared(x)
#pragma omp single
#pragma omp task shared(x)
  {
    cts_expect("dependences.task-data", "task_create => new_task=$one encountering_task=current");
    cts_expect("dependences.task-data", "dependences => task=$one");
#pragma omp task depend(out : x) shared(x)
    x = 1;
    cts_expect("dependences.task-data", "task_create => new_task=$two");
    cts_expect("dependences.list", "dependences => task=$two ndeps=1 deps[0]=%p", (void *)&x);
#pragma omp task depend(in : x) shared(x)
    cts_value("task-schedule.dependence-respected", "x", x, 1);
#pragma omp taskwait
  }
}
