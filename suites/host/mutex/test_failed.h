// A test of a lock that another thread holds: LOCK gives the routine that does something with a lock
// of that sort, KIND the kind of the test.
#pragma once

#include "cts.h"

int main(void) {
  LOCK_TYPE lock;
  LOCK(init)(&lock);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0)
      LOCK(set)(&lock);
#pragma omp barrier
    if (omp_get_thread_num() == 1) {
      cts_mark();
      cts_expect("lock-test.kind", "mutex_acquire => kind=" KIND);
      const int got = LOCK(test)(&lock);
      cts_count("lock-test.failed", 1, "mutex_acquire");
      cts_count("lock-test.return-consistent", got ? 1 : 0, "mutex_acquired");
      cts_count("lock-test.failed", 0, "nest_lock");
    }
#pragma omp barrier
    if (omp_get_thread_num() == 0)
      LOCK(unset)(&lock);
  }
  LOCK(destroy)(&lock);
}
