// SHOWS: task-schedule.parent-suspended
#include <omp.h>

int main(void) {
  int x = 0;
  omp_event_handle_t event;
#pragma omp parallel num_threads(1)
  {
#pragma omp task detach(event) depend(out : x)
    ;
#pragma omp task depend(in : x)
    ;
#pragma omp task
    ;
    omp_fulfill_event(event);
  }
}
