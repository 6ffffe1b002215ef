// omp_init_lock_with_hint passes its hint to the event; at acquire, a runtime that no longer knows
// it says none.
// RULES: lock-init.hint lock-init.event mutex.hint
// REQUIRES: lock_hints
#include "cts.h"

static void use(omp_lock_hint_t hint) {
  omp_lock_t lock;
  cts_expect("lock-init.hint", "lock_init => kind=lock hint=%d", (int)hint);
  omp_init_lock_with_hint(&lock, hint);
  cts_expect("mutex.hint", "mutex_acquire => hint=0/%d", (int)hint);
  omp_set_lock(&lock);
  omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
}

int main(void) {
  use(omp_sync_hint_none);
  use(omp_sync_hint_uncontended);
  use(omp_sync_hint_contended);
  use(omp_sync_hint_nonspeculative);
  use(omp_sync_hint_speculative);
}
