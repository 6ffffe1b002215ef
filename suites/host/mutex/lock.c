// One lock, set and unset twice: acquire, acquired and released each time, all with kind lock and
// with the lock's own identifier.
// RULES: lock-set.kind mutex.acquire-before-acquired mutex.wait-id-same
// RULES: mutex.acquired-before-released mutex.wait-id-nonzero
#include "cts.h"

int main(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  for (int i = 0; i < 2; i++) {
    cts_mark();
    cts_expect("lock-set.kind", "mutex_acquire => kind=lock wait_id=$lock");
    cts_expect("mutex.wait-id-same", "mutex_acquired => kind=lock wait_id=$lock");
    omp_set_lock(&lock);
    cts_count("mutex.acquire-before-acquired", 1, "mutex_acquired");
    cts_expect("mutex.wait-id-same", "mutex_released => kind=lock wait_id=$lock");
    cts_count("mutex.acquired-before-released", 0, "mutex_released");
    omp_unset_lock(&lock);
    cts_count("mutex.acquired-before-released", 1, "mutex_released");
  }
  omp_destroy_lock(&lock);
}
