// Atomic updates too wide for the hardware: a lock-based implementation reports them, one by the
// compiler's own library need not.
// RULES: atomic.sequence mutex.acquire-before-acquired mutex.wait-id-same
// REQUIRES: wide_atomic
#include "cts.h"

int main(void) {
  long double sum = 0;
#pragma omp parallel num_threads(3)
  {
    cts_mark();
    for (int i = 0; i < 3; i++) {
#pragma omp atomic
      sum += 1.0L;
    }
    cts_count_range("atomic.sequence", 0, 3, "mutex_acquire");
    cts_count_range("atomic.sequence", 0, 3, "mutex_acquired");
    cts_count_range("atomic.sequence", 0, 3, "mutex_released");
  }
}
