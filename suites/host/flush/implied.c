// The flushes that barriers, locks and critical constructs imply raise no flush event.
#include "cts.h"

int main(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
  {
    cts_mark();
#pragma omp barrier
#pragma omp critical
    cts_body("critical");
    omp_set_lock(&lock);
    omp_unset_lock(&lock);
    cts_count("flush.implicit-silent", 0, "flush");
  }
  omp_destroy_lock(&lock);
}
