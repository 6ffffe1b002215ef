// A test that fails, because another thread holds the lock, gives acquire but no acquired.
#include "cts.h"

int main(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0)
      omp_set_lock(&lock);
#pragma omp barrier
    if (omp_get_thread_num() == 1) {
      int got;
      cts_mark();
      cts_expect("lock-test.kind", "mutex_acquire => kind=test_lock");
      got = omp_test_lock(&lock);
      cts_count("lock-test.failed", 1, "mutex_acquire");
      cts_count("lock-test.return-consistent", got ? 1 : 0, "mutex_acquired");
    }
#pragma omp barrier
    if (omp_get_thread_num() == 0)
      omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
}
