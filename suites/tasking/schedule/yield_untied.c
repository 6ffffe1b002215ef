// Untied tasks that yield may go on on any thread, but each completes once.
#include "cts.h"

int main(void) {
  int executed = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 50; i++) {
    cts_expect("task-create.flags-untied", "task_create encountering_task=current => flags&untied");
#pragma omp task untied shared(executed)
    {
#pragma omp taskyield
      cts_increment(&executed);
#pragma omp taskyield
    }
  }
  cts_value("task-schedule.completes-eventually", "executed", executed, 50);
  cts_total("task-schedule.complete-once", 50, "task_schedule prior_task_status=complete");
}
