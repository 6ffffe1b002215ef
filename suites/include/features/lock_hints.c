// The runtime that programs are linked with offers locks with hints.
#include <omp.h>
int main(void) {
  omp_lock_t lock;
  omp_init_lock_with_hint(&lock, omp_sync_hint_none);
  omp_destroy_lock(&lock);
  return 0;
}
