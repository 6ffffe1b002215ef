// num_tasks(4) over sixteen iterations: no more than four tasks are generated.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
#pragma omp taskloop num_tasks(4)
    for (int i = 0; i < 16; i++)
      cts_body("taskloop");
    cts_count_range("taskloop.num-tasks", 1, 4,
                    "task_create flags&explicit encountering_task=current");
  }
}
