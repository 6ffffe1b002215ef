// A doacross loop in a team of one has nothing to wait for. The reported dependences must still
// have the right types.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(1)
#pragma omp for ordered(1)
  for (int i = 0; i < 4; i++) {
#pragma omp ordered depend(sink : i - 1)
#pragma omp ordered depend(source)
  }
  cts_total_range("doacross.source", 0, 4, "dependences deps[1]=5");
  cts_total_range("doacross.sink", 0, 3, "dependences deps[1]=6");
  cts_total("doacross.sink", 0, "dependences deps[1]!=5/6");
}
