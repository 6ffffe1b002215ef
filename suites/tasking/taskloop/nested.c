// A taskloop in the iterations of another: each has its own region, in its own task.
// RULES: taskloop.pair taskloop.count work.task-data
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_expect("taskloop.count", "work work_type=taskloop endpoint=begin => count=2 task=current");
#pragma omp taskloop num_tasks(2)
    for (int i = 0; i < 2; i++) {
      cts_expect("work.task-data",
                 "work work_type=taskloop endpoint=begin => count=3 task=current");
#pragma omp taskloop num_tasks(3)
      for (int j = 0; j < 3; j++)
        cts_body("taskloop");
    }
    cts_after("taskloop");
  }
}
