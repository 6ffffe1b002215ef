// A task that depends on a depend object, which UPDATE may have changed and the event shows as TYPE.
// REQUIRES: depobj
#pragma once

#include "cts.h"

int main(void) {
  int x = 0;
  omp_depend_t object;
#pragma omp depobj(object) depend(in : x)
  UPDATE
#pragma omp parallel num_threads(2) shared(object)
#pragma omp single
  {
    cts_expect("task-create.has-dependences", "task_create => has_dependences!=0");
    cts_expect("dependences.list", "dependences => ndeps=1 deps[0]=%p deps[1]=" TYPE, (void *)&x);
#pragma omp task depend(depobj : object)
    cts_body("task");
  }
#pragma omp depobj(object) destroy
}
