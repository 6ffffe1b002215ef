// The routines that initialize a lock with a hint pass the hint to the event. At acquire, a runtime
// that no longer knows the hint says none.
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

static void use_nested(omp_lock_hint_t hint) {
  omp_nest_lock_t lock;
  cts_expect("lock-init.hint", "lock_init => kind=nest_lock hint=%d", (int)hint);
  omp_init_nest_lock_with_hint(&lock, hint);
  cts_expect("mutex.hint", "mutex_acquire => hint=0/%d", (int)hint);
  omp_set_nest_lock(&lock);
  omp_unset_nest_lock(&lock);
  omp_destroy_nest_lock(&lock);
}

int main(void) {
  const omp_lock_hint_t hints[] = {omp_sync_hint_none, omp_sync_hint_uncontended,
                                   omp_sync_hint_contended, omp_sync_hint_nonspeculative,
                                   omp_sync_hint_speculative};
  for (int i = 0; i < 5; i++) {
    use(hints[i]);
    use_nested(hints[i]);
  }
}
