// One thread waits for a critical region that the other is in.
// RULES: state.mutex-specific-or-generic get-state.wait-id
// RECORD: --sample=2000
#include "cts.h"

int main(void) {
  int taken = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1)
      cts_await(&taken);
#pragma omp critical
    {
      if (omp_get_thread_num() == 0) {
        cts_announce(&taken);
        cts_hold(2);
      }
    }
  }
}
