// SHOWS: task-schedule.cancel task-schedule.next-known task-schedule.prior-is-current sync.task-data task-schedule.balanced-return
// ENV: OMP_CANCELLATION=true
#include <omp.h>
int main(void) {
#pragma omp taskgroup
  {
    omp_event_handle_t event;
#pragma omp task detach(event)
    {
    }
#pragma omp task if(0)
    {
#pragma omp cancel taskgroup
    }
    omp_fulfill_event(event);
  }
}
