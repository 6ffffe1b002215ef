// One thread waits at the end of a loop while the other executes its last iteration.
// RULES: state.barrier-implicit-workshare
// RECORD: --sample=2000
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  for (int last = 0; last < 2; ++last) {
#pragma omp for schedule(static, 1)
    for (int i = 0; i < 2; ++i)
      if (i == last)
        cts_hold(2);
  }
}
