// Events that the runtime said it would never send do not come from a program full of constructs.
// RULES: set-callback.never-honoured
#include "cts.h"

int main(void) {
  omp_lock_t lock;
  int sum = 0;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 4; i++)
      sum += i;
#pragma omp single
    {
#pragma omp task
      cts_body("task");
#pragma omp taskwait
    }
#pragma omp critical
    cts_body("critical");
    omp_set_lock(&lock);
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
}
