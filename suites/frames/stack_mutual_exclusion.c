// Inside critical, ordered, a lock and masked code.
// FLAGS: -O0
#include "stack.h"

int main(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    cts_body("critical");
    omp_set_lock(&lock);
    cts_body("parallel");
    omp_unset_lock(&lock);
#pragma omp for ordered
    for (int i = 0; i < 2; ++i) {
#pragma omp ordered
      cts_body("ordered");
    }
#pragma omp master
    cts_body("parallel");
  }
  omp_destroy_lock(&lock);
}
