// SHOWS: task-schedule.complete-once task-schedule.next-known task-schedule.balanced-return task-schedule.parent-suspended sync.task-data data.dead-entity
#include <omp.h>
int main(void) {
  int a = 0;
  omp_event_handle_t event;
#pragma omp task detach(event) depend(out : a)
  ;
#pragma omp task depend(inout : a)
  ;
#pragma omp task depend(inout : a)
  ;
  omp_fulfill_event(event);
#pragma omp taskwait
}
