// omp_test_nest_lock: acquired when the lock was free, nest-lock begin when it was the task's own.
#include "cts.h"

int main(void) {
  omp_nest_lock_t lock;
  int depth;
  omp_init_nest_lock(&lock);
  cts_mark();
  cts_expect("lock-test.kind", "mutex_acquire => kind=test_nest_lock wait_id=$lock");
  cts_expect("lock-test.kind", "mutex_acquired => kind=test_nest_lock wait_id=$lock");
  depth = omp_test_nest_lock(&lock);
  cts_expect("nest-lock.owned", "nest_lock => endpoint=begin wait_id=$lock");
  depth += omp_test_nest_lock(&lock);
  cts_count("lock-test.return-consistent", 1, "mutex_acquired");
  if (depth == 3) {
    omp_unset_nest_lock(&lock);
    omp_unset_nest_lock(&lock);
  }
  cts_count("nest-lock.held", 1, "nest_lock endpoint=end");
  cts_count("nest-lock.held", 1, "mutex_released");
  omp_destroy_nest_lock(&lock);
}
