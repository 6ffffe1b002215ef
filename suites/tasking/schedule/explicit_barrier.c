// Tasks generated before an explicit barrier have completed after it, for every member.
#include "cts.h"

int main(void) {
  int executed = 0, generated = 0;
#pragma omp parallel num_threads(3) shared(executed, generated)
  {
    for (int i = 0; i < 10; i++) {
      cts_increment(&generated);
#pragma omp task shared(executed)
      cts_increment(&executed);
    }
#pragma omp barrier
    cts_value("barrier.tasks-complete", "executed", executed, generated);
  }
  cts_total("task-schedule.completes-eventually", generated,
            "task_schedule prior_task_status=complete");
}
