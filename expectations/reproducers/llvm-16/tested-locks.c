// SHOWS: lock-test.kind
#include "cts.h"

int main(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  cts_expect("lock-test.kind", "mutex_acquire => kind=test_lock");
  if (omp_test_lock(&lock))
    omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
}
