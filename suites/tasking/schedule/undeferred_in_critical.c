// Inside a critical region a task may be suspended where it generates an undeferred one, and nowhere
// else.
#include "cts.h"

int main(void) {
  omp_lock_t lock;
  int executed = 0;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2) shared(executed)
  {
#pragma omp single nowait
    for (int i = 0; i < 20; i++) {
#pragma omp task
      cts_body("task");
    }
#pragma omp critical
    {
      cts_mark();
      omp_set_lock(&lock);
      omp_unset_lock(&lock);
      cts_count("task-schedule.at-scheduling-point", 0, "task_schedule");
#pragma omp task if (0) shared(executed)
      executed++;
    }
  }
  omp_destroy_lock(&lock);
  return executed != 2;
}
