// Tied tasks that yield: each goes on on the thread that started it.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 50; i++) {
#pragma omp task
    {
      int before = omp_get_thread_num();
#pragma omp taskyield
      cts_value("task-schedule.tied-same-thread", "thread", omp_get_thread_num(), before);
#pragma omp taskyield
      cts_value("task-schedule.tied-same-thread", "thread", omp_get_thread_num(), before);
    }
  }
}
