// A lock destroyed and initialized again in the same storage: a new life each time.
#include "cts.h"

int main(void) {
  omp_lock_t lock;
  cts_mark();
  for (int i = 0; i < 4; i++) {
    omp_init_lock(&lock);
    omp_set_lock(&lock);
    omp_unset_lock(&lock);
    omp_destroy_lock(&lock);
  }
  cts_count("lock-init.event", 4, "lock_init");
  cts_count("lock-destroy.event", 4, "lock_destroy");
  cts_count("lock.lifetime", 4, "mutex_acquired kind=lock");
}
