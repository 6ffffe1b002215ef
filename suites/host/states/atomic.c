// One thread waits for an atomic region that another thread is in. GCC's code calls the two entry
// points around an update that no instruction performs. Other runtimes need not have them.
// RULES: mutex.hint
extern void GOMP_atomic_start(void) __attribute__((weak));
extern void GOMP_atomic_end(void) __attribute__((weak));
#define ACQUIRE GOMP_atomic_start()
#define RELEASE GOMP_atomic_end()
#include "held.h"

int main(void) {
  if (!GOMP_atomic_start || !GOMP_atomic_end)
    return 0;
  one_waits();
  cts_total("mutex.hint", 0, "mutex_acquire kind=atomic hint!=0");
}
