// Two locks held at once, released in the order of their acquisition: identifiers tell them apart.
#include "cts.h"

int main(void) {
  omp_lock_t a, b;
  omp_init_lock(&a);
  omp_init_lock(&b);
  cts_expect("mutex.wait-id-same", "mutex_acquired => wait_id=$a");
  omp_set_lock(&a);
  cts_expect("mutex.wait-id-per-object", "mutex_acquired => wait_id!=$a");
  cts_expect("mutex.wait-id-same", "mutex_acquired => wait_id=$b");
  omp_set_lock(&b);
  cts_expect("mutex.acquired-before-released", "mutex_released => wait_id=$a");
  omp_unset_lock(&a);
  cts_expect("mutex.acquired-before-released", "mutex_released => wait_id=$b");
  omp_unset_lock(&b);
  omp_destroy_lock(&b);
  omp_destroy_lock(&a);
}
