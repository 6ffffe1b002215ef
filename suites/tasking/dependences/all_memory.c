// depend(inout: omp_all_memory): a task with dependences. From 6.0 on the type is inout_all_memory
// (35) and the address means nothing; before, it is out or inout.
// REQUIRES: depend_all_memory
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_expect("task-create.has-dependences", "task_create => has_dependences!=0");
    cts_expect("dependences.all-memory", "dependences => ndeps=1 deps[1]=2/3/34/35");
#pragma omp task depend(inout : omp_all_memory)
    cts_body("task");
  }
}
