// One task that depends on one variable by DEPEND, which the event shows as TYPE.
#pragma once

#include "cts.h"

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2) shared(x)
#pragma omp single
  {
    cts_expect("task-create.has-dependences", "task_create => has_dependences!=0 new_task=$t");
    cts_expect("dependences.task-data", "dependences => task=$t");
    cts_expect("dependences.list", "dependences => ndeps=1 deps[0]=%p deps[1]=" TYPE, (void *)&x);
    _Pragma(CTS_TEXT(omp task depend(DEPEND : x))) cts_body("task");
  }
}
