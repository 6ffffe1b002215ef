// omp_test_lock on a free lock: acquire and acquired with kind test_lock; the release may call the
// lock a lock.
#include "cts.h"

int main(void) {
  omp_lock_t lock;
  int got;
  omp_init_lock(&lock);
  cts_mark();
  cts_expect("lock-test.kind", "mutex_acquire => kind=test_lock wait_id=$lock");
  cts_expect("lock-test.kind", "mutex_acquired => kind=test_lock wait_id=$lock");
  got = omp_test_lock(&lock);
  cts_count("lock-test.return-consistent", got ? 1 : 0, "mutex_acquired");
  cts_expect("mutex.wait-id-same", "mutex_released => kind=lock/test_lock wait_id=$lock");
  if (got)
    omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
}
