// Threads that test one lock until they get it: acquired just as often as the routine said yes.
#include "cts.h"
#include <sched.h>

int main(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(3)
  {
    int tried = 0, got = 0;
    cts_mark();
    while (got < 5) {
      tried++;
      if (omp_test_lock(&lock)) {
        got++;
        omp_unset_lock(&lock);
      } else {
        sched_yield();
      }
    }
    cts_count("lock-test.failed", tried, "mutex_acquire kind=test_lock");
    cts_count("lock-test.return-consistent", got, "mutex_acquired kind=test_lock");
    cts_count("lock.exclusive", got, "mutex_released");
  }
  omp_destroy_lock(&lock);
}
