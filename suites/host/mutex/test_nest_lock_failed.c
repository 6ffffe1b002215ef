// A nestable lock held by another thread: the test gives acquire, but neither acquired nor
// nest-lock begin.
#include "cts.h"

int main(void) {
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0)
      omp_set_nest_lock(&lock);
#pragma omp barrier
    if (omp_get_thread_num() == 1) {
      int depth;
      cts_mark();
      cts_expect("lock-test.kind", "mutex_acquire => kind=test_nest_lock");
      depth = omp_test_nest_lock(&lock);
      cts_count("lock-test.failed", 1, "mutex_acquire");
      cts_count("lock-test.return-consistent", depth ? 1 : 0, "mutex_acquired");
      cts_count("lock-test.failed", 0, "nest_lock");
    }
#pragma omp barrier
    if (omp_get_thread_num() == 0)
      omp_unset_nest_lock(&lock);
  }
  omp_destroy_nest_lock(&lock);
}
