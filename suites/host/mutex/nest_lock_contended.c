// Three threads, each of which takes a nestable lock twice in a row: nesting belongs to the owner.
#include "cts.h"

int main(void) {
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
#pragma omp parallel num_threads(3)
  {
    cts_mark();
    for (int i = 0; i < 10; i++) {
      omp_set_nest_lock(&lock);
      omp_set_nest_lock(&lock);
      omp_unset_nest_lock(&lock);
      omp_unset_nest_lock(&lock);
    }
    cts_count("nest-lock.owned", 10, "nest_lock endpoint=begin");
    cts_count("nest-lock.held", 10, "nest_lock endpoint=end");
    cts_count("lock.exclusive", 10, "mutex_acquired kind=nest_lock");
    cts_count("nest-lock.balance", 10, "mutex_released kind=nest_lock");
  }
  omp_destroy_nest_lock(&lock);
}
