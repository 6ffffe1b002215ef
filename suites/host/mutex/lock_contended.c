// Four threads increment under one lock: as many acquisitions as increments, all of one lock.
#include "cts.h"

int main(void) {
  omp_lock_t lock;
  int count = 0;
  cts_expect("mutex.wait-id-per-object", "lock_init => wait_id=$lock");
  omp_init_lock(&lock);
#pragma omp parallel num_threads(4)
  {
    cts_mark();
    for (int i = 0; i < 25; i++) {
      omp_set_lock(&lock);
      count++;
      omp_unset_lock(&lock);
    }
    cts_count("mutex.acquire-before-acquired", 25, "mutex_acquire wait_id=$lock kind=lock");
    cts_count("mutex.acquire-before-acquired", 25, "mutex_acquired wait_id=$lock kind=lock");
    cts_count("mutex.acquired-before-released", 25, "mutex_released wait_id=$lock kind=lock");
  }
  cts_total("lock.exclusive", count, "mutex_acquired kind=lock");
  omp_destroy_lock(&lock);
}
