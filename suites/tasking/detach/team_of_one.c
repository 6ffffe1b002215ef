// In a team of one, too, a task that depends on a detached one starts after the event has been
// fulfilled. The generating task goes on before, so the task is not undeferred.
// RULES: task-schedule.dependence-respected task-schedule.parent-suspended
// REQUIRES: detach
#include "cts.h"

int main(void) {
  int x = 0, fulfilled = 0;
#pragma omp parallel num_threads(1) shared(x, fulfilled)
  {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : x)
    x = 1;
#pragma omp task depend(in : x)
    cts_value("task-schedule.dependence-respected", "fulfilled", fulfilled, 1);
#pragma omp task
    cts_body("task");
    fulfilled = 1;
    omp_fulfill_event(event);
  }
}
