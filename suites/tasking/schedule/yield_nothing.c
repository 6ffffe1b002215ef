// A taskyield with no task to switch to makes no event: the construct has none of its own.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    cts_mark();
#pragma omp taskyield
    cts_count("task-schedule.yield", 0, "task_schedule");
  }
}
