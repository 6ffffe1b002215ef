// A doacross loop: each iteration announces its source and the sink that it has waited for, with
// the iteration vector, in the implicit task.
#include "cts.h"

int main(void) {
  int team = 0;
#pragma omp parallel num_threads(2) shared(team)
#pragma omp for ordered(1) schedule(static, 1)
  for (int i = 0; i < 6; i++) {
    int alone = omp_get_num_threads() == 1; /* nothing to wait for */
    if (i == 0)
      team = omp_get_num_threads();
    if (i > 0 && !alone) {
      cts_expect("doacross.sink", "dependences => ndeps=1 deps[0]=%d deps[1]=6", i - 1);
      cts_expect("dependences.task-data", "dependences => task=current");
    }
#pragma omp ordered depend(sink : i - 1)
    if (!alone)
      cts_expect("doacross.source", "dependences => ndeps=1 deps[0]=%d deps[1]=5", i);
#pragma omp ordered depend(source)
  }
  cts_total_range("doacross.source", team > 1 ? 6 : 0, 6, "dependences deps[1]=5");
  cts_total_range("doacross.sink", team > 1 ? 5 : 0, 5, "dependences deps[1]=6");
}
