// The first contact is a lock's initialization. The tool runs at the latest when that routine
// completes: setting the lock is reported in any case.
// RULES: init.before-first-construct lock-init.event mutex.acquire-before-acquired
#include "cts.h"

int main(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  omp_set_lock(&lock);
  omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
  cts_total_range("lock-init.event", 0, 1, "lock_init");
  cts_total("init.before-first-construct", 1, "mutex_acquire kind=lock");
  cts_total("init.before-first-construct", 1, "mutex_acquired kind=lock");
  cts_total("init.before-first-construct", 1, "lock_destroy kind=lock");
}
