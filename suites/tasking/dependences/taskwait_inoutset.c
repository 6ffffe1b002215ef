// taskwait with depend(inoutset:): one entry of type inoutset (7), as for a task.
// RULES: dependences.list dependences.type-in-enum
// REQUIRES: depend_inoutset, taskwait_depend
#include "cts.h"

int main(void) {
  int x = 0, y = 0;
#pragma omp parallel num_threads(2) shared(x, y)
#pragma omp single
  {
#pragma omp task depend(out : x)
    x = 1;
    cts_expect("dependences.list", "dependences => ndeps=2 deps[0]=%p deps[1]=1 deps[2]=%p deps[3]=7", (void *)&x,
               (void *)&y);
#pragma omp taskwait depend(in : x) depend(inoutset : y)
    x++;
  }
  return x != 2;
}
