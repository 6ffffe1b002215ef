// One task with depend(mutexinoutset:): one entry, the address of the variable, type mutexinoutset
// (4).
// RULES: task-create.has-dependences dependences.list dependences.task-data
// REQUIRES: depend_mutexinoutset
#include "cts.h"

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2) shared(x)
#pragma omp single
  {
    cts_expect("task-create.has-dependences", "task_create => has_dependences!=0 new_task=$t");
    cts_expect("dependences.task-data", "dependences => task=$t");
    cts_expect("dependences.list", "dependences => ndeps=1 deps[0]=%p deps[1]=4", (void *)&x);
#pragma omp task depend(mutexinoutset : x)
    cts_body("task");
  }
}
