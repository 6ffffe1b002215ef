// Atomic updates need not be reported (hardware); if they are, acquire, acquired and released come
// in equal numbers and with kind atomic or a less specific one.
#include "cts.h"

int main(void) {
  int counter = 0, old;
#pragma omp parallel num_threads(3) private(old)
  {
    cts_mark();
#pragma omp atomic
    counter++;
#pragma omp atomic read
    old = counter;
#pragma omp atomic write
    counter = old;
#pragma omp atomic capture
    old = counter++;
    (void)old;
    cts_count_range("atomic.sequence", 0, 4, "mutex_acquire kind=atomic/lock/critical");
    cts_count_range("atomic.sequence", 0, 4, "mutex_acquired kind=atomic/lock/critical");
    cts_count_range("atomic.sequence", 0, 4, "mutex_released kind=atomic/lock/critical");
  }
}
