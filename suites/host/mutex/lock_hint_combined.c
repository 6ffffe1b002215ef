// A combination of hints is passed on as the set of its bits.
// REQUIRES: lock_hints
#include "cts.h"

int main(void) {
  omp_lock_t lock;
  int hint = omp_sync_hint_contended | omp_sync_hint_nonspeculative;
  cts_expect("lock-init.hint", "lock_init => kind=lock hint=%d", hint);
  omp_init_lock_with_hint(&lock, (omp_sync_hint_t)hint);
  omp_destroy_lock(&lock);
}
