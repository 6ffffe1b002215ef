// One thread waits for its turn in an ordered region.
// RULES: state.mutex-specific-or-generic
// RECORD: --sample=2000
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp for ordered schedule(static, 1)
  for (int i = 0; i < 4; ++i) {
#pragma omp ordered
    if (i % 2 == 0)
      cts_hold(2);
  }
}
