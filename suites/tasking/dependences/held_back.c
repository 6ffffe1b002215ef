// While the first of four tasks waits, the others cannot have started: the dependence of each is
// unfulfilled when it is generated, and is reported.
// RULES: task-dependence.reported
#include "cts.h"
#include <sched.h>

static int created, blocked;

int main(void) {
  int x = 0, y = 0;
#pragma omp parallel num_threads(2) shared(x, y)
#pragma omp single
  {
    int alone = omp_get_num_threads() == 1, creator = omp_get_thread_num();
#pragma omp task depend(out : x)
    if (!alone && omp_get_thread_num() != creator) {
      __atomic_store_n(&blocked, 1, __ATOMIC_SEQ_CST);
      while (!__atomic_load_n(&created, __ATOMIC_SEQ_CST))
        sched_yield();
    }
    while (!alone && !__atomic_load_n(&blocked, __ATOMIC_SEQ_CST))
      sched_yield();
#pragma omp task depend(in : x) depend(out : y)
    x = 1;
#pragma omp task depend(in : y) depend(inout : x)
    x = 2;
#pragma omp task depend(inout : x)
    x += 1;
    __atomic_store_n(&created, 1, __ATOMIC_SEQ_CST);
  }
  return x != 3;
}
