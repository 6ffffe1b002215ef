// copyprivate: one thread waits until the other has executed the block. Whether there is a
// barrier is the runtime's choice.
// RECORD: --sample=2000
#include "cts.h"

int main(void) {
  int value = 0;
#pragma omp parallel num_threads(2) firstprivate(value)
  {
#pragma omp single copyprivate(value)
    {
      value = 1;
      cts_hold(2);
    }
    cts_value("state.barrier-implementation", "value", value, 1);
  }
}
