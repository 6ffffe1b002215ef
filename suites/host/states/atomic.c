// One thread waits for an atomic region that another thread is in. GCC's code calls the two entry
// points around an update that no instruction performs. Other runtimes need not have them.
// RULES: state.mutex-specific-or-generic get-state.wait-id mutex.hint
// RECORD: --sample=1000
#include "cts.h"

extern void GOMP_atomic_start(void) __attribute__((weak));
extern void GOMP_atomic_end(void) __attribute__((weak));

int main(void) {
  int taken = 0;
  if (!GOMP_atomic_start || !GOMP_atomic_end)
    return 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1)
      cts_await(&taken);
    GOMP_atomic_start();
    {
      if (omp_get_thread_num() == 0) {
        cts_announce(&taken);
        cts_hold(2);
      }
    }
    GOMP_atomic_end();
  }
  cts_total("mutex.hint", 0, "mutex_acquire kind=atomic hint!=0");
}
