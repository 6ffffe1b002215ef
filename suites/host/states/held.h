// One thread waits for a mutex, which ACQUIRE acquires and RELEASE releases, while the other thread
// holds the mutex.
// RULES: state.mutex-specific-or-generic get-state.wait-id
// RECORD: --sample=2000
#pragma once

#include "cts.h"

static inline void one_waits(void) {
  int taken = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1)
      cts_await(&taken);
    ACQUIRE;
    if (omp_get_thread_num() == 0) {
      cts_announce(&taken);
      cts_hold(2);
    }
    RELEASE;
  }
}
