// A depend object is announced by its meaning: the variable and the type it was made for.
// REQUIRES: depobj
#include "cts.h"

int main(void) {
  int x = 0;
  omp_depend_t object;
#pragma omp depobj(object) depend(in : x)
#pragma omp parallel num_threads(2) shared(object)
#pragma omp single
  {
    cts_expect("task-create.has-dependences", "task_create => has_dependences!=0");
    cts_expect("dependences.list", "dependences => ndeps=1 deps[0]=%p deps[1]=1", (void *)&x);
#pragma omp task depend(depobj : object)
    cts_body("task");
  }
#pragma omp depobj(object) destroy
}
