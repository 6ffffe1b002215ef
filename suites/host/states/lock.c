// One thread waits for a lock that the other holds: the wait identifier that ompt_get_state
// gives is that of its mutex_acquire.
#include <omp.h>
static omp_lock_t lock;
#define ACQUIRE omp_set_lock(&lock)
#define RELEASE omp_unset_lock(&lock)
#include "held.h"

int main(void) {
  omp_init_lock(&lock);
  one_waits();
  omp_destroy_lock(&lock);
}
