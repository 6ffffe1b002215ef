// grainsize(5) over 23 iterations: each task gets at least five iterations and fewer than ten, so
// three or four tasks are generated.
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
    cts_expect("taskloop.count", "work work_type=taskloop endpoint=begin => count=23");
#pragma omp taskloop grainsize(5)
    for (int i = 0; i < 23; i++)
      cts_body("taskloop");
    cts_count_range("taskloop.num-tasks", 3, 4,
                    "task_create flags&explicit encountering_task=current");
  }
}
