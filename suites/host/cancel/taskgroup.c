// cancel taskgroup in a task: an event in that task with the bits activated and taskgroup, and no
// other construct's bit.
// ENV: OMP_CANCELLATION=true
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup
  {
    cts_expect("cancel.task-data", "task_create => new_task=$canceller");
#pragma omp task
    {
      cts_expect("cancel.activated", "cancel => flags&activated");
      cts_expect("cancel.construct-bit",
                 "cancel => flags&taskgroup flags!&parallel flags!&sections flags!&loop");
      cts_expect("cancel.task-data", "cancel => task=$canceller");
      cts_expect("cancel.one-of", "cancel => flags!&detected flags!&discarded_task");
#pragma omp cancel taskgroup
    }
  }
  cts_total("cancel.activated", 1, "cancel flags&activated");
}
