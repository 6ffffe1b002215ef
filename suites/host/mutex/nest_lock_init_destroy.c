// A nestable lock has the kind nest_lock at its initialization and at its destruction.
// RULES: lock-init.event lock-destroy.event lock.lifetime
#include "cts.h"

int main(void) {
  omp_nest_lock_t lock;
  cts_mark();
  cts_expect("lock-init.event", "lock_init => kind=nest_lock hint=0 wait_id=$lock");
  omp_init_nest_lock(&lock);
  cts_count("lock-init.event", 1, "lock_init");
  cts_expect("lock-destroy.event", "lock_destroy => kind=nest_lock wait_id=$lock");
  omp_destroy_nest_lock(&lock);
  cts_count("lock-destroy.event", 1, "lock_destroy");
}
