// Initialization and destruction of two locks: one event each, with the identifier that their use
// shows, and another one for another lock.
// RULES: lock-init.event lock-destroy.event mutex.wait-id-per-object lock.lifetime
#include "cts.h"

int main(void) {
  omp_lock_t first, second;
  cts_mark();
  cts_expect("lock-init.event", "lock_init => kind=lock hint=0 wait_id=$first");
  omp_init_lock(&first);
  cts_expect("mutex.wait-id-per-object", "lock_init => kind=lock hint=0 wait_id!=$first");
  cts_expect("lock-init.event", "lock_init => wait_id=$second");
  omp_init_lock(&second);
  cts_count("lock-init.event", 2, "lock_init");
  cts_expect("mutex.wait-id-per-object", "mutex_acquire => wait_id=$second");
  omp_set_lock(&second);
  cts_expect("mutex.wait-id-per-object", "mutex_acquire => wait_id=$first");
  omp_set_lock(&first);
  omp_unset_lock(&second);
  omp_unset_lock(&first);
  cts_expect("lock-destroy.event", "lock_destroy => kind=lock wait_id=$first");
  omp_destroy_lock(&first);
  cts_expect("lock-destroy.event", "lock_destroy => kind=lock wait_id=$second");
  omp_destroy_lock(&second);
  cts_count("lock-destroy.event", 2, "lock_destroy");
}
