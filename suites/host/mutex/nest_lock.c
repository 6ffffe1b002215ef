// A nestable lock set once and unset once behaves like a lock, with kind nest_lock.
// RULES: nest-lock.first-acquire lock-set.kind nest-lock.balance mutex.wait-id-same
#include "cts.h"

int main(void) {
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
  cts_mark();
  cts_expect("nest-lock.first-acquire", "mutex_acquire => kind=nest_lock wait_id=$lock");
  cts_expect("nest-lock.first-acquire", "mutex_acquired => kind=nest_lock wait_id=$lock");
  omp_set_nest_lock(&lock);
  cts_expect("mutex.wait-id-same", "mutex_released => kind=nest_lock wait_id=$lock");
  omp_unset_nest_lock(&lock);
  cts_count("nest-lock.balance", 0, "nest_lock");
  omp_destroy_nest_lock(&lock);
}
