// One thread waits for a lock that the other holds: the wait identifier that ompt_get_state
// gives is that of its mutex_acquire.
// RULES: state.mutex-specific-or-generic get-state.wait-id
// RECORD: --sample=1000
#include "cts.h"

int main(void) {
  int taken = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1)
      cts_await(&taken);
    omp_set_lock(&lock);
    {
      if (omp_get_thread_num() == 0) {
        cts_announce(&taken);
        cts_hold(2);
      }
    }
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
}
