// A thread that OpenMP does not know fulfils the event. Whether it is reported there is the
// runtime's choice; the task completes, and at most one fulfilment is reported.
// REQUIRES: detach
// FLAGS: -pthread
#include "cts.h"
#include <pthread.h>

static omp_event_handle_t event;

static void *fulfil(void *unused) {
  omp_fulfill_event(event);
  return unused;
}

int main(void) {
  pthread_t thread;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    int executed = 0;
    omp_event_handle_t mine;
#pragma omp task detach(mine) shared(executed)
    executed = 1;
    event = mine;
    if (pthread_create(&thread, NULL, fulfil, NULL) != 0)
      omp_fulfill_event(event);
    else
      pthread_join(thread, NULL);
#pragma omp taskwait
    cts_value("taskwait.children-complete", "executed", executed, 1);
  }
  cts_total_range("task-fulfill.foreign-thread", 0, 1,
                  "task_schedule prior_task_status=early_fulfill/late_fulfill");
}
