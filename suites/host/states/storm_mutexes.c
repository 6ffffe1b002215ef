// Signals while threads wait for locks, critical and ordered regions, and get them.
// RULES: sigsafe.inquiry sigsafe.consistent
// RECORD: --sample=20000
#include "cts.h"

int main(void) {
  int shared_word = 0;
  omp_lock_t lock;
  omp_nest_lock_t nest_lock;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest_lock);
  do {
#pragma omp parallel num_threads(2)
    for (int i = 0; i < 50; ++i) {
      omp_set_lock(&lock);
      ++shared_word;
      omp_unset_lock(&lock);
      omp_set_nest_lock(&nest_lock);
      omp_set_nest_lock(&nest_lock);
      ++shared_word;
      omp_unset_nest_lock(&nest_lock);
      omp_unset_nest_lock(&nest_lock);
#pragma omp critical
      ++shared_word;
    }
  } while (cts_wants_samples(8000));
  omp_destroy_nest_lock(&nest_lock);
  omp_destroy_lock(&lock);
}
