// Two sink clauses on one construct: each fulfilled one makes an event of its own, one outside the
// iteration space makes none.
#include "cts.h"

int main(void) {
  int team = 0;
#pragma omp parallel num_threads(2) shared(team)
#pragma omp for ordered(1) schedule(static, 1)
  for (int i = 0; i < 8; i++) {
    if (i == 0)
      team = omp_get_num_threads();
#pragma omp ordered depend(sink : i - 1) depend(sink : i - 2)
    if (omp_get_num_threads() > 1)
      cts_expect("doacross.source", "dependences deps[1]=5 => deps[0]=%d ndeps=1", i);
#pragma omp ordered depend(source)
  }
  cts_total_range("doacross.sink", team > 1 ? 13 : 0, 13, "dependences ndeps=1 deps[1]=6");
  cts_total_range("doacross.source", team > 1 ? 8 : 0, 8, "dependences ndeps=1 deps[1]=5");
}
