// Two nested locks, owned at the same time and released in either order: each has an identifier of
// its own, in every event.
// RULES: mutex.wait-id-per-object nest-lock.held nest-lock.balance
#include "cts.h"

int main(void) {
  omp_nest_lock_t a, b;
  cts_expect("mutex.wait-id-per-object", "lock_init kind=nest_lock => wait_id=$a");
  omp_init_nest_lock(&a);
  cts_expect("mutex.wait-id-per-object", "lock_init kind=nest_lock => wait_id!=$a wait_id=$b");
  omp_init_nest_lock(&b);
  cts_expect("mutex.wait-id-per-object", "mutex_acquired => wait_id=$a");
  omp_set_nest_lock(&a);
  cts_expect("mutex.wait-id-per-object", "mutex_acquired => wait_id=$b");
  omp_set_nest_lock(&b);
  cts_expect("mutex.wait-id-per-object", "nest_lock endpoint=begin => wait_id=$a");
  omp_set_nest_lock(&a);
  cts_expect("mutex.wait-id-per-object", "nest_lock endpoint=begin => wait_id=$b");
  omp_set_nest_lock(&b);
  cts_expect("mutex.wait-id-per-object", "nest_lock endpoint=end => wait_id=$a");
  omp_unset_nest_lock(&a);
  cts_expect("mutex.wait-id-per-object", "mutex_released => wait_id=$a");
  omp_unset_nest_lock(&a);
  cts_expect("mutex.wait-id-per-object", "nest_lock endpoint=end => wait_id=$b");
  omp_unset_nest_lock(&b);
  cts_expect("mutex.wait-id-per-object", "mutex_released => wait_id=$b");
  omp_unset_nest_lock(&b);
  cts_expect("mutex.wait-id-per-object", "lock_destroy kind=nest_lock => wait_id=$a");
  omp_destroy_nest_lock(&a);
  cts_expect("mutex.wait-id-per-object", "lock_destroy kind=nest_lock => wait_id=$b");
  omp_destroy_nest_lock(&b);
}
