// The event of a discarded task carries that task, and of the flags discarded_task alone.
// ENV: OMP_CANCELLATION=true
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup
  {
#pragma omp task if (0)
    {
#pragma omp cancel taskgroup
    }
    cts_expect("cancel.discarded", "task_create => new_task=$late");
#pragma omp task
    cts_body("task");
  }
  cts_total_range("cancel.discarded", 0, 1, "cancel flags&discarded_task");
  cts_total("cancel.discarded", 0, "cancel flags&discarded_task task!=$late");
}
