// ordered(2): the vectors have two elements.
#include "cts.h"

int main(void) {
  int team = 0;
#pragma omp parallel num_threads(2) shared(team)
#pragma omp for ordered(2) schedule(static, 1)
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 3; j++) {
      int alone = omp_get_num_threads() == 1; /* nothing to wait for */
      if (i == 0 && j == 0)
        team = omp_get_num_threads();
      if (i > 0 && !alone)
        cts_expect("doacross.sink",
                   "dependences => ndeps=2 deps[0]=%d deps[1]=6 deps[2]=%d deps[3]=6", i - 1, j);
#pragma omp ordered depend(sink : i - 1, j)
      if (!alone)
        cts_expect("doacross.source",
                   "dependences => ndeps=2 deps[0]=%d deps[1]=5 deps[2]=%d deps[3]=5", i, j);
#pragma omp ordered depend(source)
    }
  cts_total_range("doacross.source", team > 1 ? 12 : 0, 12, "dependences deps[1]=5");
  cts_total_range("doacross.sink", team > 1 ? 9 : 0, 9, "dependences deps[1]=6");
}
