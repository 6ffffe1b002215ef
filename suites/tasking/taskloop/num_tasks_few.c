// num_tasks larger than the number of iterations: a task has at least one iteration.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
    cts_expect("taskloop.count", "work work_type=taskloop endpoint=begin => count=3");
#pragma omp taskloop num_tasks(100)
    for (int i = 0; i < 3; i++)
      cts_body("taskloop");
    cts_count_range("taskloop.num-tasks", 1, 3,
                    "task_create flags&explicit encountering_task=current");
  }
}
