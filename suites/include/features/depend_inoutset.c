// Since 5.1: depend(inoutset), and the library keeps the order: a task that depends on one that is
// not complete does not run, however often the generating task yields.
#include <omp.h>

int main(void) {
  int x = 0, early = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
    int ran = 0, i;
#pragma omp task depend(inoutset : x) detach(event)
    ;
#pragma omp task depend(in : x) shared(ran)
#pragma omp atomic write
    ran = 1;
    for (i = 0; i < 1000; i++) {
#pragma omp taskyield
    }
#pragma omp atomic read
    early = ran;
    omp_fulfill_event(event);
#pragma omp taskwait
  }
  return x + early;
}
