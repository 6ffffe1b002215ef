// Locks of both kinds, waited for and tested, critical and atomic regions, flush.
#include <omp.h>
#include <stdlib.h>

int main(void) {
  omp_lock_t lock, hinted;
  omp_nest_lock_t nest;
  int sum = 0, tested = 0, wide = 0;
  omp_init_lock(&lock);
  omp_init_lock_with_hint(&hinted, omp_sync_hint_contended);
  omp_init_nest_lock(&nest);
#pragma omp parallel num_threads(3)
  for (int i = 0; i < 3; ++i) {
    omp_set_lock(&lock);
    sum++;
    omp_unset_lock(&lock);
    if (omp_test_lock(&hinted)) {
      tested++;
      omp_unset_lock(&hinted);
    }
    omp_set_nest_lock(&nest);
    omp_set_nest_lock(&nest);
    sum++;
    omp_unset_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
    if (omp_test_nest_lock(&nest))
      omp_unset_nest_lock(&nest);
#pragma omp critical
    sum++;
#pragma omp critical(named) hint(omp_sync_hint_uncontended)
    sum += 0;
#pragma omp atomic
    wide += 1;
#pragma omp flush
  }
  omp_destroy_nest_lock(&nest);
  omp_destroy_lock(&hinted);
  omp_destroy_lock(&lock);
  return sum == 27 && wide == 9 && tested ? EXIT_SUCCESS : EXIT_FAILURE;
}
