// Every set of a nestable lock is announced by acquire, also when the task owns the lock already.
#include "cts.h"

int main(void) {
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
  omp_set_nest_lock(&lock);
  cts_mark();
  omp_set_nest_lock(&lock);
  cts_count("nest-lock.owned", 1, "mutex_acquire kind=nest_lock");
  cts_count("nest-lock.owned", 0, "mutex_acquired");
  omp_unset_nest_lock(&lock);
  omp_unset_nest_lock(&lock);
  omp_destroy_nest_lock(&lock);
}
